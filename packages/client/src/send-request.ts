// Sends one request with node:http and returns the response as soon as its headers arrive. Does not use `fetch`,
// because `fetch` decodes the Content-Encoding of a capture, ignores trailers, and does not report whether a part of
// the request was sent.
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from './service-error.ts';
import type { ServiceConnection } from './settings.ts';

export interface OutgoingRequest {
  /** Method and path template from the contract, for error messages. */
  readonly operation: string;
  readonly method: string;
  /** Path and query, relative to the base URL of the service. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
  /** Request body. An iterable is read only after the connection is open; a read error rejects the request. */
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal | undefined;
  readonly silenceMs: number;
}

/**
 * Sends the request. Resolves to the response with any status; the caller must read or destroy the response body.
 * Rejects with a ServiceError without a status, with the error of the request body, or with the signal's abort reason.
 * Reading the response body may reject with the same errors, or with a system error if the connection breaks.
 */
export async function sendRequest(
  service: ServiceConnection,
  outgoing: OutgoingRequest,
): Promise<IncomingMessage> {
  const { operation, method, path, headers, body, signal, silenceMs } = outgoing;
  signal?.throwIfAborted();
  const target = new URL(path, service.url);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const { agent, authorization } = service;
  const request = send(target, { method, agent, headers: { ...headers, authorization } });

  let answer: IncomingMessage | undefined;
  let trouble: { reason: unknown } | undefined;
  const fail = (reason: unknown): void => {
    trouble ??= { reason };
    // Passes the reason to the code that reads the response. Otherwise, that code would only see a broken connection.
    answer?.destroy(reason as Error);
    request.destroy(reason as Error);
  };
  const stop = (): void => fail(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  request.once('close', () => signal?.removeEventListener('abort', stop));
  request.setTimeout(silenceMs, () =>
    fail(new ServiceError(operation, {}, { cause: new Error('it does not answer') })),
  );

  let isOpen = false;
  callWhenOpen(request, target.protocol, () => {
    isOpen = true;
    if (typeof body === 'object') sendBody(request, body, fail);
  });
  if (typeof body !== 'object') request.end(body);
  try {
    answer = await waitForResponse(request);
  } catch (cause) {
    if (trouble) throw trouble.reason;
    throw new ServiceError(operation, {}, { cause, isSent: isOpen });
  }
  answer.on('error', () => undefined);
  // Stops sending when the response has ended. The service responds early if it refuses the request or cannot skip
  // damage in an archive.
  answer.once('close', () => request.writableFinished || request.destroy());
  return answer;
}

function callWhenOpen(request: ClientRequest, protocol: string, open: () => void): void {
  request.once('socket', (socket) => {
    if (request.reusedSocket || !socket.connecting) open();
    else socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', open);
  });
}

function sendBody(
  request: ClientRequest,
  body: AsyncIterable<Uint8Array>,
  fail: (reason: unknown) => void,
): void {
  // Ignores connection errors here, because the response reports the same errors with more detail.
  pipeline(Readable.from(reportBodyErrors(body, fail), { objectMode: false }), request).catch(
    () => undefined,
  );
}

async function* reportBodyErrors(body: AsyncIterable<Uint8Array>, onError: (error: unknown) => void) {
  try {
    yield* body;
  } catch (error) {
    onError(error);
    throw error;
  }
}

function waitForResponse(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
    request.once('close', () => reject(new Error('the connection was cut')));
  });
}
