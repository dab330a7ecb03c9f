// Handles connections outside of request handlers: invalid HTTP, clients that stop sending or reading, and clients that
// are slower than the minimum rate.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Log, SAFE_HEADERS } from '@holdfast/service-kit';
import { ApiError } from '../errors/api-error.ts';
import { toProblemDocument } from '../http/render-errors.ts';

export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface ClientConnection {
  /** Request in progress. Undefined between two requests. */
  underWay: HttpExchange | undefined;
}

export type ClientConnections = ReadonlyMap<Duplex, ClientConnection>;

/** Returns the open connections that have received at least one request. */
export function watchConnections(server: Server): ClientConnections {
  // Maps connections instead of requests, because connections change less often. With frequent changes, V8 would
  // constantly rebuild the map's table. Each old table refers to its successor, so the garbage collector would retain
  // all old tables for a long time.
  const connections = new Map<Duplex, ClientConnection>();
  const begin = (socket: Duplex): ClientConnection => {
    const connection: ClientConnection = { underWay: undefined };
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    return connection;
  };
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket) ?? begin(socket);
    const exchange = { request, response };
    connection.underWay = exchange;
    response.once('close', () => {
      if (connection.underWay === exchange) connection.underWay = undefined;
    });
  });
  return connections;
}

/** Responds to input that is not a valid HTTP request with a problem document, unless a response has already begun. */
export function respondToUnparsableRequests(
  server: Server,
  connections: ClientConnections,
  log: Log | undefined,
): void {
  server.on('clientError', (cause: NodeJS.ErrnoException, socket) => {
    const begun = connections.get(socket)?.underWay?.response.headersSent === true;
    if (!socket.writable || begun || cause.code === 'ECONNRESET' || isHandshakeFailure(cause)) {
      socket.destroy();
      return;
    }
    const requestId = randomUUID();
    const error = makeUnreadableError(cause);
    log?.info({ requestId, status: error.status, code: cause.code, outcome: 'error' }, 'unreadable request');
    socket.end(formatRawResponse(error, requestId), () => socket.destroy());
  });
}

/** Returns whether the TLS handshake failed. No response can be sent after that. */
function isHandshakeFailure({ code = '' }: NodeJS.ErrnoException): boolean {
  return code.startsWith('ERR_SSL') || code === 'ERR_TLS_HANDSHAKE_TIMEOUT';
}

function makeUnreadableError(cause: NodeJS.ErrnoException): ApiError {
  if (cause.code === 'HPE_HEADER_OVERFLOW')
    return new ApiError(431, 'The request line and headers are too long.');
  if (cause.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError(408, 'The request did not arrive in time.');
  return new ApiError(400, 'The received data is not an HTTP request.');
}

function formatRawResponse(error: ApiError, requestId: string): string {
  const body = JSON.stringify(toProblemDocument(error, '/', requestId));
  const head = [
    `HTTP/1.1 ${error.status} ${error.title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(SAFE_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/**
 * Closes a connection if nothing is transferred for `idleTimeoutMs` while the service waits for the client to send a
 * request or to read a response. Handlers have no time limit.
 */
export function disconnectIdleClients(
  server: Server,
  connections: ClientConnections,
  idleTimeoutMs: number,
): void {
  server.setTimeout(idleTimeoutMs, (socket) => {
    const exchange = connections.get(socket)?.underWay;
    if (exchange === undefined || isWaitingForClient(exchange)) socket.destroy();
  });
}

function isWaitingForClient(exchange: HttpExchange): boolean {
  return exchange.response.writableLength > 0 || isWaitingForClientBytes(exchange);
}

/** True if the service waits for data from the client. False while received data is still unread by the handler. */
export function isWaitingForClientBytes({ request }: HttpExchange): boolean {
  return !request.complete && request.readableLength === 0;
}

export interface MinimumRate {
  /** Minimum rate in bytes per second; 0 disables the limit. */
  readonly leastBytesPerSecond: number;
  /** Time over which the rate is measured, in milliseconds. */
  readonly windowMs: number;
}

const stops = new WeakMap<IncomingMessage, () => void>();

/**
 * Registers `stop`, which is called once if the client sends a long body too slowly, so that the handler can still
 * respond. If no function is registered or the client stays too slow, the connection is closed.
 */
export function watchForSlowClient(request: IncomingMessage, stop: () => void): void {
  stops.set(request, stop);
}

/** Checks per window. */
const LOOKS = 6;

export function disconnectSlowClients(
  server: Server,
  connections: ClientConnections,
  { leastBytesPerSecond, windowMs }: MinimumRate,
  log?: Log,
): void {
  if (leastBytesPerSecond === 0) return;
  const least = { bytes: (leastBytesPerSecond * windowMs) / 1000, windowMs };
  const paces = new WeakMap<HttpExchange, { readonly sending: RateMeter; readonly taking: RateMeter }>();
  const look = () => {
    const nowMs = performance.now();
    for (const { underWay: exchange } of connections.values()) {
      if (exchange === undefined) continue;
      const { socket } = exchange.request;
      const pace = paces.get(exchange) ?? { sending: new RateMeter(least), taking: new RateMeter(least) };
      paces.set(exchange, pace);
      if (pace.sending.isTooSlow(nowMs, isWaitingForClientBytes(exchange), socket.bytesRead))
        stopSlowSender(exchange, log);
      else if (pace.taking.isTooSlow(nowMs, mustClientRead(exchange), socket.bytesWritten)) {
        log?.info('a client that read its response too slowly was cut off');
        socket.destroy();
      }
    }
  };
  const timer = setInterval(look, windowMs / LOOKS).unref();
  server.once('close', () => clearInterval(timer));
}

function stopSlowSender({ request }: HttpExchange, log: Log | undefined): void {
  const stop = stops.get(request);
  stops.delete(request);
  log?.info('a client that sent its request too slowly was stopped');
  if (stop) stop();
  else request.socket.destroy();
}

/**
 * Returns whether the client must read the response now. A client that is still sending may read the response later.
 */
function mustClientRead({ request, response }: HttpExchange): boolean {
  return request.complete && response.writableLength > 0;
}

/**
 * Measures how many bytes a client transfers while the service waits for the client. Restarts after each wait and after
 * each full window.
 */
export class RateMeter {
  readonly #least: { readonly bytes: number; readonly windowMs: number };
  #begun: { readonly ms: number; readonly bytes: number } | undefined;

  /** `least.bytes` is the minimum number of bytes per window. */
  constructor(least: { readonly bytes: number; readonly windowMs: number }) {
    this.#least = least;
  }

  /**
   * Returns whether the client is too slow. `isTurn` is true if the service is waiting for the client. `bytes` is the
   * total number of bytes transferred on the connection.
   */
  isTooSlow(nowMs: number, isTurn: boolean, bytes: number): boolean {
    if (!isTurn) {
      this.#begun = undefined;
      return false;
    }
    this.#begun ??= { ms: nowMs, bytes };
    if (nowMs - this.#begun.ms < this.#least.windowMs) return false;
    const moved = bytes - this.#begun.bytes;
    this.#begun = { ms: nowMs, bytes };
    return moved < this.#least.bytes;
  }
}
