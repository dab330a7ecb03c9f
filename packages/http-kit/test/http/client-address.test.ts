import type { IncomingMessage } from 'node:http';
import { createProxyTrust, parseProxies } from '@holdfast/service-kit';
import { describe, expect, it } from '@jest/globals';
import { findClientAddress } from '../../src/http/context.ts';

const seen = (remoteAddress: string, forwarded: string | undefined, ...proxies: string[]): string => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return findClientAddress(
    { headers, socket: { remoteAddress } } as unknown as IncomingMessage,
    createProxyTrust(proxies),
  );
};

describe('the address of a client', () => {
  it.each([
    ['is that of the connection', '192.0.2.1', undefined, [], '192.0.2.1'],
    ['is not what somebody unknown forwards', '192.0.2.1', '203.0.113.9', ['10.0.0.0/8'], '192.0.2.1'],
    ['is what a trusted proxy forwards', '10.1.2.3', '203.0.113.9', ['10.0.0.0/8'], '203.0.113.9'],
    ['is not what the client wrote', '10.1.2.3', '198.51.100.1, 203.0.113.9', ['10.0.0.0/8'], '203.0.113.9'],
    ['is behind all trusted ones', '::1', '203.0.113.9, 10.1.2.3', ['loopback', '10.0.0.0/8'], '203.0.113.9'],
    ['is the proxy that forwards none', '10.1.2.3', undefined, ['10.0.0.0/8'], '10.1.2.3'],
    ['has one spelling', '::ffff:192.0.2.1', undefined, [], '192.0.2.1'],
    ['has no port', '10.1.2.3', '203.0.113.9:4711', ['10.0.0.0/8'], '203.0.113.9'],
    ['has no port in IPv6 either', '10.1.2.3', '[2001:DB8::0:1]:4711', ['10.0.0.0/8'], '2001:db8::1'],
  ])('%s', (_what, remote, forwarded, proxies, address) => {
    expect(seen(remote, forwarded, ...proxies)).toBe(address);
  });
});

describe('TRUSTED_PROXIES', () => {
  it('holds addresses and networks', () => {
    expect(parseProxies('10.0.0.0/8, ::1\nloopback')).toEqual(['10.0.0.0/8', '::1', 'loopback']);
  });

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0'])('does not hold %s', (text) => {
    expect(() => parseProxies(text)).toThrow('must contain addresses and networks such as 10.0.0.0/8');
  });
});
