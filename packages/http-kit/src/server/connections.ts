// What happens on a server's connections outside of any handler: bytes that are no HTTP, and clients that fall
// silent while it is their turn.
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
