// Limits the number of unauthenticated connections and the size of their incomplete request headers, per address and in
// total. If there are too many connections, closes the longest waiting one at the address with the most connections,
// preferably an address without a recent login. If there are too many header bytes, closes the connections with the
// most bytes.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { callWhenSecured, type TrustProxy } from '@holdfast/service-kit';
import { LRUCache } from 'lru-cache';
import { addLoginListener, normalizeAddress } from '../http/context.ts';

export interface UnauthenticatedLimits {
  readonly connections: number;
  /** Maximum number of unauthenticated connections per address, except for trusted proxies, which have many clients. */
  readonly connectionsOfAddress: number;
  readonly headerBytes: number;
  readonly headerBytesOfAddress: number;
  /**
   * Number of connections that may send headers of any permitted length, counted separately for addresses with and
   * without a recent login. All other connections together may send at most `shortHeaderBytes`.
   */
  readonly longHeaders: number;
  readonly longHeadersOfAddress: number;
  readonly shortHeaderBytes: number;
}

export const UNAUTHENTICATED_LIMITS: UnauthenticatedLimits = {
  connections: 512,
  connectionsOfAddress: 256,
  headerBytes: 32 * 2 ** 20,
  headerBytesOfAddress: 4 * 2 ** 20,
  longHeaders: 32,
  longHeadersOfAddress: 8,
  // Allows a URL of 65,536 characters and other headers.
  shortHeaderBytes: 96 * 2 ** 10,
};

/** Interval between checks of the header bytes, in milliseconds. */
const CHECK_INTERVAL_MS = 50;
/**
 * If there are more unauthenticated connections than this, header bytes are also checked before each new connection, at
 * most once per `CHECK_INTERVAL_WHEN_MANY_MS`: many bytes can arrive within one turn of the event loop.
 */
const MANY_CONNECTIONS = 64;
const CHECK_INTERVAL_WHEN_MANY_MS = 5;

// Uses `maxSize` instead of `max`, because `max` would allocate the memory of all entries at once.
const RECENT_LOGINS = { ttl: 7 * 86_400_000, maxSize: 10_000, sizeCalculation: () => 1 };

interface NewConnection {
  /** Socket of the connection. With TLS, the encrypted socket until the handshake is complete. */
  socket: Socket;
  readonly address: string;
  readonly isProxy: boolean;
  /** True if there was a recent login from the same address. */
  readonly isKnown: boolean;
}

interface UnauthenticatedConnection extends NewConnection {
  readonly mayBeLong: boolean;
  /** Current request. Undefined until its headers are complete. */
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined;
  /** Number of bytes on the connection that belonged to complete requests at the last check. */
  readBytes: number;
}

export function limitUnauthenticated(
  server: Server,
  trust: TrustProxy,
  limits = UNAUTHENTICATED_LIMITS,
): void {
  const unauthenticated = new Map<Socket, UnauthenticatedConnection>();
  const byAddress = new Map<string, Set<UnauthenticatedConnection>>();
  const known = new LRUCache<string, true>(RECENT_LOGINS);
  let timer: NodeJS.Timeout | undefined;
  let checkedMs = 0;
  const longest = server as Server & { maxHeaderSize: number };
  const longestBytes = longest.maxHeaderSize;

  // This listener must run before Node's own listener, which creates the parser of the connection.
  server.prependListener('connection', (socket: Socket) => {
    if (
      unauthenticated.size > MANY_CONNECTIONS &&
      performance.now() - checkedMs > CHECK_INTERVAL_WHEN_MANY_MS
    )
      checkHeaders();
    const address = normalizeAddress(socket.remoteAddress);
    const isKnown = known.has(address);
    const accepted = { socket, address, isProxy: trust(address), isKnown };
    const mayBeLong = mayAcceptLong(accepted);
    const connection: UnauthenticatedConnection = {
      ...accepted,
      mayBeLong,
      exchange: undefined,
      readBytes: 0,
    };
    longest.maxHeaderSize = mayBeLong ? longestBytes : Math.min(limits.shortHeaderBytes, longestBytes);
    const forget = (): void => void remove(connection);
    add(connection);
    const hear = (): void => {
      known.set(address, true);
      forget();
    };
    addLoginListener(socket, hear);
    socket.once('close', forget);
    callWhenSecured(server, socket, (secured) => {
      longest.maxHeaderSize = mayBeLong ? longestBytes : Math.min(limits.shortHeaderBytes, longestBytes);
      addLoginListener(secured, hear);
      if (!unauthenticated.delete(socket)) return;
      connection.socket = secured;
      unauthenticated.set(secured, connection);
    });
    const ofAddress = byAddress.get(address)!;
    if (!connection.isProxy && ofAddress.size > limits.connectionsOfAddress)
      cut(findLongestWaiting(ofAddress));
    if (unauthenticated.size > limits.connections) cut(findLongestWaiting(findBusiestAddress()));
  });

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = unauthenticated.get(request.socket);
    if (connection !== undefined) connection.exchange = { request, response };
  });

  function mayAcceptLong({ address, isKnown, isProxy }: NewConnection): boolean {
    let [long, ofAddress] = [0, 0];
    for (const other of unauthenticated.values()) {
      if (!other.mayBeLong || other.isKnown !== isKnown) continue;
      long += 1;
      if (other.address === address) ofAddress += 1;
    }
    return long < limits.longHeaders && (isProxy || ofAddress < limits.longHeadersOfAddress);
  }

  function add(connection: UnauthenticatedConnection): void {
    unauthenticated.set(connection.socket, connection);
    const ofAddress = byAddress.get(connection.address);
    if (ofAddress === undefined) byAddress.set(connection.address, new Set([connection]));
    else ofAddress.add(connection);
    timer ??= setInterval(checkHeaders, CHECK_INTERVAL_MS).unref();
  }

  function remove(connection: UnauthenticatedConnection): void {
    unauthenticated.delete(connection.socket);
    const ofAddress = byAddress.get(connection.address);
    ofAddress?.delete(connection);
    if (ofAddress?.size === 0) byAddress.delete(connection.address);
    if (unauthenticated.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function findBusiestAddress(): Set<UnauthenticatedConnection> {
    const isUnknown = ([address]: [string, Set<UnauthenticatedConnection>]): boolean =>
      known.get(address) === undefined;
    const unknown = [...byAddress].filter(isUnknown);
    const from = unknown.length > 0 ? unknown : [...byAddress];
    return from.map(([, ofAddress]) => ofAddress).reduce((most, one) => (one.size > most.size ? one : most));
  }

  function cut(connection: UnauthenticatedConnection): void {
    remove(connection);
    connection.socket.destroy();
  }

  function checkHeaders(): void {
    checkedMs = performance.now();
    const heads = [...unauthenticated.values()].flatMap((connection) => {
      const { bytesRead } = connection.socket;
      if (connection.exchange !== undefined) {
        connection.readBytes = bytesRead;
        if (isExchangeFinished(connection.exchange)) connection.exchange = undefined;
      }
      return bytesRead > connection.readBytes
        ? [{ connection, bytes: bytesRead - connection.readBytes }]
        : [];
    });
    for (const ofAddress of Map.groupBy(heads, ({ connection }) => connection.address).values())
      if (!ofAddress[0]!.connection.isProxy) cutLargest(ofAddress, limits.headerBytesOfAddress);
    cutLargest(
      heads.filter(({ connection }) => unauthenticated.has(connection.socket)),
      limits.headerBytes,
    );
  }

  function cutLargest(
    heads: { connection: UnauthenticatedConnection; bytes: number }[],
    mostBytes: number,
  ): void {
    let sum = heads.reduce((total, { bytes }) => total + bytes, 0);
    if (sum <= mostBytes) return;
    for (const { connection, bytes } of heads.sort((a, b) => b.bytes - a.bytes)) {
      if (sum <= mostBytes) return;
      cut(connection);
      sum -= bytes;
    }
  }
}

type Exchange = NonNullable<UnauthenticatedConnection['exchange']>;

/** Returns whether the whole request has arrived and the response is complete. */
const isExchangeFinished = ({ request, response }: Exchange): boolean => response.closed && request.complete;

/** Returns the longest waiting connection. Prefers one without a request, so that a running login can finish. */
function findLongestWaiting(unauthenticated: Set<UnauthenticatedConnection>): UnauthenticatedConnection {
  for (const connection of unauthenticated)
    if (connection.exchange === undefined || isExchangeFinished(connection.exchange)) return connection;
  return unauthenticated.values().next().value!;
}
