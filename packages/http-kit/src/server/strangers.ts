// Connections on which nobody has logged in yet: so many of one address and in all, and so many bytes of requests whose
// headers are not there in full. Where there are more, those go that hold most and have waited longest, and before all others
// those of addresses from which nobody logged in lately. All of them can send within one turn of the event loop, before
// anybody looks: only a few of them may send long headers at all.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TrustProxy } from '@holdfast/service-kit';
import { LRUCache } from 'lru-cache';
import { onLetIn, plainAddress } from '../http/context.ts';

export interface StrangerLimits {
  readonly connections: number;
  /** A proxy that is trusted speaks for many: this is not for it. */
  readonly connectionsOfAddress: number;
  readonly headerBytes: number;
  readonly headerBytesOfAddress: number;
  /**
   * Connections with headers of any permitted length: so many of addresses from which somebody logged in lately, and so many
   * of others. On further ones headers are `shortHeaderBytes` long at most, for as long as they last.
   */
  readonly longHeaders: number;
  readonly longHeadersOfAddress: number;
  readonly shortHeaderBytes: number;
}

export const STRANGER_LIMITS: StrangerLimits = {
  connections: 512,
  connectionsOfAddress: 256,
  headerBytes: 32 * 2 ** 20,
  headerBytesOfAddress: 4 * 2 ** 20,
  longHeaders: 32,
  longHeadersOfAddress: 8,
  // A URL of 65,536 characters, and headers.
  shortHeaderBytes: 96 * 2 ** 10,
};

/** What came of headers is looked at this often, */
const LOOK_EVERY_MS = 50;
/** and with more strangers than these before another is taken in, for much comes in one turn of the event loop. */
const CROWD = 64;
const LOOK_IN_CROWD_MS = 5;

const LATELY = { ttl: 7 * 86_400_000, max: 10_000 };

interface Newcomer {
  readonly socket: Socket;
  readonly address: string;
  readonly isProxy: boolean;
  /** Somebody logged in from its address lately. */
  readonly isKnown: boolean;
}

interface Stranger extends Newcomer {
  readonly mayBeLong: boolean;
  /** The request under way, whose headers are there. */
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined;
  /** What of the connection belonged to such requests when it was looked at last. */
  readBytes: number;
}

export function boundStrangers(server: Server, trust: TrustProxy, limits = STRANGER_LIMITS): void {
  const strangers = new Map<Socket, Stranger>();
  const byAddress = new Map<string, Set<Stranger>>();
  const known = new LRUCache<string, true>(LATELY);
  let looking: NodeJS.Timeout | undefined;
  let lookedMs = 0;
  const longest = server as Server & { maxHeaderSize: number };
  const longestBytes = longest.maxHeaderSize;

  // Before Node itself, which then makes the connection's parser.
  server.prependListener('connection', (socket: Socket) => {
    if (strangers.size > CROWD && performance.now() - lookedMs > LOOK_IN_CROWD_MS) look();
    const address = plainAddress(socket.remoteAddress);
    const isKnown = known.has(address);
    const newcomer = { socket, address, isProxy: trust(address), isKnown };
    const mayBeLong = isRoomForLong(newcomer);
    const stranger: Stranger = { ...newcomer, mayBeLong, exchange: undefined, readBytes: 0 };
    longest.maxHeaderSize = mayBeLong ? longestBytes : Math.min(limits.shortHeaderBytes, longestBytes);
    const forget = (): void => void remove(stranger);
    add(stranger);
    onLetIn(socket, () => {
      known.set(address, true);
      forget();
    });
    socket.once('close', forget);
    const ofAddress = byAddress.get(address)!;
    if (!stranger.isProxy && ofAddress.size > limits.connectionsOfAddress) cut(longestWaiting(ofAddress));
    if (strangers.size > limits.connections) cut(longestWaiting(mostCrowded()));
  });

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const stranger = strangers.get(request.socket);
    if (stranger !== undefined) stranger.exchange = { request, response };
  });

  function isRoomForLong({ address, isKnown, isProxy }: Newcomer): boolean {
    let [long, ofAddress] = [0, 0];
    for (const other of strangers.values()) {
      if (!other.mayBeLong || other.isKnown !== isKnown) continue;
      long += 1;
      if (other.address === address) ofAddress += 1;
    }
    return long < limits.longHeaders && (isProxy || ofAddress < limits.longHeadersOfAddress);
  }

  function add(stranger: Stranger): void {
    strangers.set(stranger.socket, stranger);
    const ofAddress = byAddress.get(stranger.address);
    if (ofAddress === undefined) byAddress.set(stranger.address, new Set([stranger]));
    else ofAddress.add(stranger);
    looking ??= setInterval(look, LOOK_EVERY_MS).unref();
  }

  function remove(stranger: Stranger): void {
    strangers.delete(stranger.socket);
    const ofAddress = byAddress.get(stranger.address);
    ofAddress?.delete(stranger);
    if (ofAddress?.size === 0) byAddress.delete(stranger.address);
    if (strangers.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  }

  function mostCrowded(): Set<Stranger> {
    const isUnknown = ([address]: [string, Set<Stranger>]): boolean => known.get(address) === undefined;
    const unknown = [...byAddress].filter(isUnknown);
    const from = unknown.length > 0 ? unknown : [...byAddress];
    return from.map(([, ofAddress]) => ofAddress).reduce((most, one) => (one.size > most.size ? one : most));
  }

  function cut(stranger: Stranger): void {
    remove(stranger);
    stranger.socket.destroy();
  }

  function look(): void {
    lookedMs = performance.now();
    const heads = [...strangers.values()].flatMap((stranger) => {
      const { bytesRead } = stranger.socket;
      if (stranger.exchange !== undefined) {
        stranger.readBytes = bytesRead;
        if (isOver(stranger.exchange)) stranger.exchange = undefined;
      }
      return bytesRead > stranger.readBytes ? [{ stranger, bytes: bytesRead - stranger.readBytes }] : [];
    });
    for (const ofAddress of Map.groupBy(heads, ({ stranger }) => stranger.address).values())
      if (!ofAddress[0]!.stranger.isProxy) cutLargest(ofAddress, limits.headerBytesOfAddress);
    cutLargest(
      heads.filter(({ stranger }) => strangers.has(stranger.socket)),
      limits.headerBytes,
    );
  }

  function cutLargest(heads: { stranger: Stranger; bytes: number }[], mostBytes: number): void {
    let sum = heads.reduce((total, { bytes }) => total + bytes, 0);
    if (sum <= mostBytes) return;
    for (const { stranger, bytes } of heads.sort((a, b) => b.bytes - a.bytes)) {
      if (sum <= mostBytes) return;
      cut(stranger);
      sum -= bytes;
    }
  }
}

type Exchange = NonNullable<Stranger['exchange']>;

/** A body that nobody reads may still be on its way when the answer is not. */
const isOver = ({ request, response }: Exchange): boolean => response.closed && request.complete;

/** One that asks for nothing now, if there is one: a login that is under way is waited for. */
function longestWaiting(strangers: Set<Stranger>): Stranger {
  for (const stranger of strangers)
    if (stranger.exchange === undefined || isOver(stranger.exchange)) return stranger;
  return strangers.values().next().value!;
}
