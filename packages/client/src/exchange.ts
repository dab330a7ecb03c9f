// One request and the head of its answer, over node:http. Not `fetch`: that undoes the Content-Encoding of a capture, has
// no trailers, and does not tell whether anything of a request had left. Knows no operation.
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ServiceError } from './service-error.ts';
import type { Service } from './settings.ts';

export interface Outgoing {
  /** Method and path as the contract has them; errors name them. */
  readonly operation: string;
  readonly method: string;
  /** Relative to the service's address, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
  /** Not touched before there is a connection. What it throws is what the exchange rejects with. */
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal | undefined;
  readonly silenceMs: number;
}

/**
 * Resolves when the head of the answer is there, whatever its status; the body is still to be read, or destroyed.
 * Rejects with ServiceError without a status, with what the body throws, or with the signal's reason; so does reading
 * the answer, where a cut connection is the system's error.
 */
export async function exchange(service: Service, outgoing: Outgoing): Promise<IncomingMessage> {
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
    // The reader of the answer is to be told why, and not only that the connection was cut.
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
  whenOpen(request, target.protocol, () => {
    isOpen = true;
    if (typeof body === 'object') sendBody(request, body, fail);
  });
  if (typeof body !== 'object') request.end(body);
  try {
    answer = await answerTo(request);
  } catch (cause) {
    if (trouble) throw trouble.reason;
    throw new ServiceError(operation, {}, { cause, isSent: isOpen });
  }
  answer.on('error', () => undefined);
  // The answer may be complete before the request is: a refusal, or an archive that is damaged beyond crossing.
  answer.once('close', () => request.writableFinished || request.destroy());
  return answer;
}

function whenOpen(request: ClientRequest, protocol: string, open: () => void): void {
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
  // A failure of the connection also ends the answer, whose error says more.
  pipeline(Readable.from(watched(body, fail), { objectMode: false }), request).catch(() => undefined);
}

async function* watched(body: AsyncIterable<Uint8Array>, onError: (error: unknown) => void) {
  try {
    yield* body;
  } catch (error) {
    onError(error);
    throw error;
  }
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
    request.once('close', () => reject(new Error('the connection was cut')));
  });
}
