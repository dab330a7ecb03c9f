// Sends a stream as the body of a response. An error before the first byte is thrown, so that it becomes an error
// response. A later error cuts the connection.
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface SendBodyOptions {
  /**
   * Alternating header names and values, in addition to the headers set on `response`. Passing headers here is faster,
   * but only allowed for responses that are never compressed and have only one representation.
   */
  readonly headers?: readonly string[];
  readonly signal?: AbortSignal;
  /** Called when the bytes are no longer needed. */
  readonly onTaken?: () => void;
}

/** Sends bytes, or a stream as `sendStream` does. */
export async function sendBody(
  response: ServerResponse,
  body: Uint8Array | Readable,
  { signal, ...options }: SendBodyOptions = {},
): Promise<void> {
  if (body instanceof Uint8Array) return sendBuffer(response, body, options);
  // Sets the headers without sending them, because an error before the first byte leads to an error response with other
  // headers.
  setHeaders(response, options.headers ?? []);
  await sendStream(response, body, signal === undefined ? {} : { signal });
}

/** Sends bytes that are all in memory. */
export function sendBuffer(
  response: ServerResponse,
  bytes: Uint8Array,
  { headers, onTaken }: Omit<SendBodyOptions, 'signal'> = {},
): void {
  if (headers) response.writeHead(response.statusCode, headers as string[]);
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
  if (onTaken) callWhenBytesReleased(response, onTaken);
}

function setHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!);
}

/**
 * Calls `onTaken` when Node no longer needs the bytes of a response that has ended. Usually, `onTaken` is called
 * immediately, because the operating system has already copied the bytes.
 */
export function callWhenBytesReleased(response: ServerResponse, onTaken: () => void): void {
  const { socket, writableEnded, writableLength } = response;
  // The condition is false for responses that are being compressed or that wait for an earlier response on the
  // connection.
  if (socket !== null && writableEnded && writableLength === 0) onTaken();
  else response.once('close', onTaken);
}

/**
 * Sends a stream. Set status and headers on `response` first. Rejects with the error of the stream. When the promise
 * settles, `readable` has always ended or been destroyed. For HEAD, nothing is read.
 */
export async function sendStream(
  response: ServerResponse,
  readable: Readable,
  options: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  if (response.req.method === 'HEAD') {
    readable.on('error', () => undefined).destroy();
    response.end();
    return;
  }
  await firstByte(readable, options.signal);
  await pipeline(readable, response, options);
}

/** Resolves when the stream has data or has ended. */
function firstByte(readable: Readable, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown): void => {
      readable.off('readable', onReadable).off('end', onReadable).off('close', onClose);
      signal?.removeEventListener('abort', onAbort);
      if (error === undefined) {
        readable.off('error', settle);
        resolve();
      } else {
        // The error listener is not removed, because a destroyed stream may emit the same error again.
        readable.destroy();
        reject(error);
      }
    };
    const onReadable = (): void => settle();
    const onClose = (): void =>
      settle(readable.errored ?? new Error('the stream was closed before its first byte'));
    const onAbort = (): void => settle(signal?.reason);
    if (readable.destroyed) onClose();
    else if (signal?.aborted === true) settle(signal.reason);
    else {
      readable
        .once('readable', onReadable)
        .once('end', onReadable)
        .once('error', settle)
        .once('close', onClose);
      signal?.addEventListener('abort', onAbort, { once: true });
    }
  });
}
