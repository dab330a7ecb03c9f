import { describe, expect, it } from '@jest/globals';
import { createGuardedLookup, isPermittedHost } from '../../src/net/guarded-addresses.ts';

/** Returns the host as normalized by the URL parser. */
const hostOf = (host: string): string => new URL(`http://${host}/`).hostname;

describe('an address inside the network', () => {
  it.each([
    ...['127.0.0.1', '127.1', '0x7f.1', '0177.0.0.1', '2130706433', '127.255.255.254', '0.0.0.0', '0'],
    ...['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '198.18.0.1'],
    ...['169.254.169.254', '2852039166', '100.100.100.200', '224.0.0.1', '255.255.255.255'],
    ...[
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:ffff:10.0.0.1]',
      '[::127.0.0.1]',
    ],
    ...['[64:ff9b::127.0.0.1]', '[64:ff9b::a00:1]', '[64:ff9b:1::1]', '[2002:7f00:1::]', '[2001::1]'],
    ...['[fe80::1]', '[fc00::1]', '[fdff::1]', '[fd00:ec2::254]', '[fec0::1]', '[ff02::1]'],
  ])('such as %s is asked only where an operator names it', (written) => {
    expect(isPermittedHost(hostOf(written), false)).toBe(false);
    expect(isPermittedHost(hostOf(written), true)).toBe(true);
  });

  it.each([
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '[2606:2800:220:1::1]',
    '[64:ff9b::8.8.8.8]',
    'a.example',
  ])('is none of %s', (written) => {
    expect(isPermittedHost(hostOf(written), false)).toBe(true);
  });

  it('is found when its name is resolved', async () => {
    const resolved = (named: boolean) =>
      new Promise((resolve) => {
        createGuardedLookup(named)('localhost', { all: true }, (error, addresses) =>
          resolve(error ?? addresses),
        );
      });
    expect(await resolved(false)).toMatchObject({ name: 'GuardedAddressError' });
    expect(await resolved(true)).toContainEqual({ address: '127.0.0.1', family: 4 });
  });
});
