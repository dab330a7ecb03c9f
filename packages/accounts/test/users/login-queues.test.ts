import { describe, expect, it } from '@jest/globals';
import { createLoginQueues } from '../../src/users/login-queues.ts';
import { toNetworkPrefix } from '../../src/users/network.ts';

describe('the lane of a login', () => {
  it('is the better the more is known for the name and the address, and the last while a network only fails', () => {
    let nowMs = 1;
    const standing = createLoginQueues(() => nowMs);
    standing.succeeded('anna', '192.0.2.1');
    expect(standing.laneOf('anna', '192.0.2.1')).toBe(0);
    expect(standing.laneOf('bea', '192.0.2.1')).toBe(1);
    expect(standing.laneOf('anna', '198.51.100.1')).toBe(1);
    expect(standing.laneOf('bea', '198.51.100.1')).toBe(2);
    for (let failures = 0; failures < 4; failures += 1) standing.attempted('198.51.100.1');
    expect(standing.laneOf('bea', '198.51.100.99')).toBe(3);
    // A user's recent logins do not improve the queue at an address from which this user has never logged in.
    expect(standing.laneOf('anna', '198.51.100.99')).toBe(3);
    standing.succeeded('cleo', '198.51.100.5');
    expect(standing.laneOf('bea', '198.51.100.99')).toBe(2);
    nowMs = 8 * 86_400_000;
    expect(standing.laneOf('anna', '192.0.2.1')).toBe(2);
  });
});

describe('the network of an address', () => {
  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(toNetworkPrefix(address)).toBe(network);
  });
});
