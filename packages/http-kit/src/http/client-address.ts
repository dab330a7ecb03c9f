// Where a request comes from: the other end of its connection or, when that is a proxy that the operator trusts, the
// address that the proxies forwarded (X-Forwarded-For, read from its end: what a client wrote there itself counts not).
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TrustProxy } from '@holdfast/service-kit';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';

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
