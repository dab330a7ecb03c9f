// Where a request comes from: the other end of its connection or, when that is a proxy that the operator trusts, the
// address that the proxies forwarded (X-Forwarded-For, read from its end: what a client wrote there itself counts not).
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';

/** Whether the address is a proxy's that is believed. */
export type TrustProxy = (address: string) => boolean;

/** `proxies`: addresses and networks such as `10.0.0.0/8`. Throws TypeError where one is none. */
export function trustProxies(proxies: readonly string[]): TrustProxy {
  if (proxies.length === 0) return () => false;
  const trusted = proxyAddress.compile([...proxies]);
  return (address) => trusted(address, 0);
}

/** A list with commas or blanks between. Throws an Error that completes the sentence "NAME …". */
export function parseProxies(text: string): readonly string[] {
  const proxies = text.split(/[\s,]+/).filter((proxy) => proxy !== '');
  for (const proxy of proxies) {
    try {
      trustProxies([proxy]);
    } catch {
      throw new Error(`must hold addresses and networks such as 10.0.0.0/8, not ${JSON.stringify(proxy)}`);
    }
  }
  return proxies;
}

/** An address in its usual spelling; what a trusted proxy forwarded that is none, as it came. */
export function clientAddress(request: IncomingMessage, trust: TrustProxy): string {
  const { socket, headers } = request;
  const { remoteAddress = '' } = socket;
  if (headers['x-forwarded-for'] !== undefined && trust(remoteAddress))
    return plainAddress(proxyAddress(request, trust));
  const known = addresses.get(socket);
  if (known !== undefined) return known;
  const address = plainAddress(remoteAddress);
  addresses.set(socket, address);
  return address;
}

/** The other ends of connections, which many requests come over. */
const addresses = new WeakMap<Socket, string>();

export function plainAddress(address: string | undefined): string {
  // Some proxies forward the port too.
  const bare = (address ?? '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.*)\](:\d+)?$/, '$1');
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare.slice(0, MAX_CHARACTERS);
}

const MAX_CHARACTERS = 64;
