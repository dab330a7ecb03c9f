import { describe, expect, it } from '@jest/globals';
import { isPeerId } from '../../../src/features/states/states.wire.ts';

describe('a peer id', () => {
  it.each([
    'TCP:[192.0.2.7]:9729',
    'tcp:[192.0.2.7]:1',
    'TCP:[2001:DB8::1]:65535',
    'TCP:[::ffff:192.0.2.7]:9729',
    '192.0.2.7',
    '2001:db8::1',
  ])('is %s', (text) => {
    expect(isPeerId(text)).toBe(true);
  });

  it.each([
    '',
    'TCP:[]:9729',
    'TCP:[192.0.2.7]',
    'TCP:192.0.2.7:9729',
    'TCP:[192.0.2.256]:9729',
    'TCP:[192.0.2.7]:0',
    'TCP:[192.0.2.7]:65536',
    'TCP:[192.0.2.7]:9729 ',
    'UDP:[192.0.2.7]:9729',
    '[192.0.2.7]',
    'fe80::1%eth0/../x',
    'example.com',
  ])('is not %j', (text) => {
    expect(isPeerId(text)).toBe(false);
  });
});
