// What happens on a server's connections outside of any handler: bytes that are no HTTP, and clients that fall silent while it
// is their turn, or go on so slowly that what is held for them is held for ever.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { INERT_HEADERS, type Log } from '@holdfast/service-kit';
import { ApiError } from '../errors/api-error.ts';
import { problemOf } from '../http/render-errors.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface Connection {
  /** Undefined between two of them. */
  underWay: Exchange | undefined;
}

export type Connections = ReadonlyMap<Duplex, Connection>;

/** Those on which there was a request, as long as they are open. */
export function watchConnections(server: Server): Connections {
  // An entry for each exchange would have V8 make the table of the Map anew all the time. It links each table to the next:
  // when one has grown old, what all that follow it have held is collected as late as what is old.
  const connections = new Map<Duplex, Connection>();
  const begin = (socket: Duplex): Connection => {
    const connection: Connection = { underWay: undefined };
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

/** Answers what could not be parsed as a request in the one error shape, unless an answer has begun already. */
export function answerUnreadable(server: Server, connections: Connections, log: Log | undefined): void {
  server.on('clientError', (cause: NodeJS.ErrnoException, socket) => {
    const begun = connections.get(socket)?.underWay?.response.headersSent === true;
    if (!socket.writable || begun || cause.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const requestId = randomUUID();
    const error = unreadableError(cause);
    log?.info({ requestId, status: error.status, code: cause.code, outcome: 'error' }, 'unreadable request');
    socket.end(rawAnswer(error, requestId), () => socket.destroy());
  });
}

function unreadableError(cause: NodeJS.ErrnoException): ApiError {
  if (cause.code === 'HPE_HEADER_OVERFLOW')
    return new ApiError(431, 'The request line and headers are too long.');
  if (cause.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError(408, 'The request did not arrive in time.');
  return new ApiError(400, 'What was sent is not an HTTP request.');
}

function rawAnswer(error: ApiError, requestId: string): string {
  const body = JSON.stringify(problemOf(error, '/', requestId));
  const head = [
    `HTTP/1.1 ${error.status} ${error.title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(INERT_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/**
 * Cuts a connection on which nothing moved for `idleTimeoutMs` when it was the client's turn: to send the rest
 * of its request, or to take the answer. A handler may think for as long as it likes.
 */
export function cutIdleClients(server: Server, connections: Connections, idleTimeoutMs: number): void {
  server.setTimeout(idleTimeoutMs, (socket) => {
    const exchange = connections.get(socket)?.underWay;
    if (exchange === undefined || isClientsTurn(exchange)) socket.destroy();
  });
}

function isClientsTurn(exchange: Exchange): boolean {
  return exchange.response.writableLength > 0 || isToSend(exchange);
}

/** Bytes that wait unread in the request are the handler's to take. */
export function isToSend({ request }: Exchange): boolean {
  return !request.complete && request.readableLength === 0;
}

export interface PaceLimits {
  /** 0: there is no least rate. */
  readonly leastBytesPerSecond: number;
  /** How long a client may be slower than that. */
  readonly windowMs: number;
}

const stops = new WeakMap<IncomingMessage, () => void>();

/**
 * For a handler that reads a long body: `stop` is called once when the client sends it too slowly, so that the handler
 * ends with an answer. Without it, or when the client goes on like that, the connection is cut.
 */
export function whenTooSlow(request: IncomingMessage, stop: () => void): void {
  stops.set(request, stop);
}

/** A window is looked at so many times. */
const LOOKS = 6;

export function endSlowClients(
  server: Server,
  connections: Connections,
  { leastBytesPerSecond, windowMs }: PaceLimits,
  log?: Log,
): void {
  if (leastBytesPerSecond === 0) return;
  const least = { bytes: (leastBytesPerSecond * windowMs) / 1000, windowMs };
  const paces = new WeakMap<Exchange, { readonly sending: Pace; readonly taking: Pace }>();
  const look = () => {
    const nowMs = performance.now();
    for (const { underWay: exchange } of connections.values()) {
      if (exchange === undefined) continue;
      const { socket } = exchange.request;
      const pace = paces.get(exchange) ?? { sending: new Pace(least), taking: new Pace(least) };
      paces.set(exchange, pace);
      if (pace.sending.isTooSlow(nowMs, isToSend(exchange), socket.bytesRead)) endSender(exchange, log);
      else if (pace.taking.isTooSlow(nowMs, isToTake(exchange), socket.bytesWritten)) {
        log?.info('a client that took its answer too slowly was cut off');
        socket.destroy();
      }
    }
  };
  const timer = setInterval(look, windowMs / LOOKS).unref();
  server.once('close', () => clearInterval(timer));
}

function endSender({ request }: Exchange, log: Log | undefined): void {
  const stop = stops.get(request);
  stops.delete(request);
  log?.info('a client that sent its request too slowly was stopped');
  if (stop) stop();
  else request.socket.destroy();
}

/** Who is still sending may read the answer afterwards. */
function isToTake({ request, response }: Exchange): boolean {
  return request.complete && response.writableLength > 0;
}

/** How a client uses its turns, from when one began until it ended, or until it was long enough to be judged. */
export class Pace {
  readonly #least: { readonly bytes: number; readonly windowMs: number };
  #begun: { readonly ms: number; readonly bytes: number } | undefined;

  /** `bytes` in each window. */
  constructor(least: { readonly bytes: number; readonly windowMs: number }) {
    this.#least = least;
  }

  /** `bytes`: how many have moved on the connection by now. */
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
