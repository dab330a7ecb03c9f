// Sends a stream as the body of a response. Rethrows an error before the first byte, so that it becomes an error
// response. A later error closes the connection.
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface SendBodyOptions {
  /**
   * Additional headers, as alternating names and values. Faster than setting headers on `response`, but only allowed if
   * the response is never compressed and has only one representation.
   */
  readonly headers?: readonly string[];
  readonly signal?: AbortSignal;
  /** Called when the bytes are no longer used. */
  readonly onTaken?: () => void;
}

/** Sends a body: bytes like `sendBuffer`, or a stream like `sendStream`. */
export async function sendBody(
  response: ServerResponse,
  body: Uint8Array | Readable,
  { signal, ...options }: SendBodyOptions = {},
): Promise<void> {
  if (body instanceof Uint8Array) return sendBuffer(response, body, options);
  // Sets the headers without sending them, because an error before the first byte needs a different response.
  setHeaders(response, options.headers ?? []);
  await sendStream(response, body, signal === undefined ? {} : { signal });
}

/** Sends bytes that are completely in memory. */
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
 * Calls `onTaken` when Node no longer uses the bytes of a response that has ended. Usually, this is immediately,
 * because the operating system has copied the bytes.
 */
export function callWhenBytesReleased(response: ServerResponse, onTaken: () => void): void {
  const { socket, writableEnded, writableLength } = response;
  // If the response is compressed or waits for an earlier response on the connection, its bytes are still in use.
  if (socket !== null && writableEnded && writableLength === 0) onTaken();
  else response.once('close', onTaken);
}

/**
 * Sends a stream. Set status and headers on `response` first. Rejects with the error of the stream. When the promise
 * settles, `readable` has ended or is destroyed. For HEAD, `readable` is not read.
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
  await waitForFirstByte(readable, options.signal);
  await pipeline(readable, response, options);
}

/** Resolves when the stream has data or has ended. */
function waitForFirstByte(readable: Readable, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown): void => {
      readable.off('readable', onReadable).off('end', onReadable).off('close', onClose);
      signal?.removeEventListener('abort', onAbort);
      if (error === undefined) {
        readable.off('error', settle);
        resolve();
      } else {
        // Does not remove the error listener, because a destroyed stream may emit the same error again.
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
