// Sends a stream as the body of an answer. An error before the first byte is the caller's (so that it becomes
// a proper error answer); an error after it cuts the connection, because nothing honest can be written any more.
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface SendBodyOptions {
  /**
   * Names and values by turns, beside those that are set on `response`: of what is not compressed, and has no other form.
   * That is quicker than to set each.
   */
  readonly headers?: readonly string[];
  readonly signal?: AbortSignal;
  /** Told when nobody needs the bytes any more. */
  readonly onTaken?: () => void;
}

/** Bytes that are all there, or a stream as sendStream sends it. */
export async function sendBody(
  response: ServerResponse,
  body: Uint8Array | Readable,
  { signal, ...options }: SendBodyOptions = {},
): Promise<void> {
  if (body instanceof Uint8Array) return sendWhole(response, body, options);
  // What goes wrong before the first byte is answered with other headers.
  setHeaders(response, options.headers ?? []);
  await sendStream(response, body, signal === undefined ? {} : { signal });
}

/** Bytes that are all there. */
export function sendWhole(
  response: ServerResponse,
  bytes: Uint8Array,
  { headers, onTaken }: Omit<SendBodyOptions, 'signal'> = {},
): void {
  if (headers) response.writeHead(response.statusCode, headers as string[]);
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
  if (onTaken) whenTaken(response, onTaken);
}

function setHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!);
}

/** Told when nobody needs the bytes of an ended answer any more: mostly at once, for the system takes them. */
export function whenTaken(response: ServerResponse, onTaken: () => void): void {
  const { socket, writableEnded, writableLength } = response;
  // Not one that waits for its turn, or is compressed.
  if (socket !== null && writableEnded && writableLength === 0) onTaken();
  else response.once('close', onTaken);
}

/**
 * Status and headers must be set on `response` before. Rejects with the stream's error; whatever the outcome,
 * `readable` is finished or destroyed when this settles. On HEAD nothing is read.
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

/** Resolves when there is something to send, or nothing more will come. */
function firstByte(readable: Readable, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown): void => {
      readable.off('readable', onReadable).off('end', onReadable).off('close', onClose);
      signal?.removeEventListener('abort', onAbort);
      if (error === undefined) {
        readable.off('error', settle);
        resolve();
      } else {
        // The listener for errors stays: a destroyed stream may report the same error once more.
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
