// Compresses answers of text for clients that ask for it. What is stored is never touched: payloads, archives and ranges
// go out as they are, and so does what has a strong entity tag, which names those very bytes.
// Own code instead of `compression`, which brings eight packages and prefers Brotli, so that clients would get another coding.
import { constants, createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { contextOf } from './context.ts';

/** What is shorter is not worth it. Answers that stream have no length that could be known. */
const THRESHOLD_BYTES = 1024;
/** Half the time of the usual level, and nearly as small. */
const LEVEL = 4;
const TEXT =
  /^(?:text\/(?:css|csv|html|javascript|plain|xml)|application\/(?:(?:problem\+)?json|x-ndjson|xml))(?:;|$)/;

type Write = (chunk: unknown, encoding?: unknown, done?: unknown) => boolean;
type End = (chunk?: unknown, encoding?: unknown, done?: unknown) => Response;

/** Whether the client says that it can undo gzip. */
export function wantsGzip(request: Pick<Request, 'headers' | 'acceptsEncodings'>): boolean {
  const named = /\bgzip\b/i.test(request.headers['accept-encoding'] ?? '');
  return named && request.acceptsEncodings('gzip', 'identity') === 'gzip';
}

/** Compresses the answer to a request if that is wanted, and if it turns out to be one of text that is long enough. */
export function compressText(request: Request, response: Response): void {
  if (wantsGzip(request) && request.method !== 'HEAD') compressWritten(request, response);
}

/**
 * Has all answers with this prototype say that text comes in two forms, whichever it is this time. One that is given all its
 * headers at once is sent as it is.
 */
export function varyText(prototype: Response): void {
  const writeHead = prototype.writeHead as (...args: unknown[]) => Response;
  prototype.writeHead = function (this: Response, ...args: unknown[]) {
    if (isText(this)) varyByCoding(this);
    return writeHead.apply(this, args);
  };
}

/** Says that the answer comes in two forms. */
export function varyByCoding(response: Response): void {
  const said = response.getHeader('Vary');
  if (said === undefined) response.setHeader('Vary', 'Accept-Encoding');
  else if (said !== 'Accept-Encoding') response.vary('Accept-Encoding');
}

function compressWritten(request: Request, response: Response): void {
  const write = response.write.bind(response) as Write;
  const end = response.end.bind(response) as End;
  let through: ReturnType<typeof gzipInto> | undefined;
  let isDecided = false;

  function decide(lengthBytes: number): void {
    if (isDecided) return;
    isDecided = true;
    const isNew = !response.headersSent && !response.hasHeader('Content-Encoding');
    if (!isNew || lengthBytes < THRESHOLD_BYTES || !isText(response)) return;
    response.setHeader('Content-Encoding', 'gzip');
    response.removeHeader('Content-Length');
    through = gzipInto(request, response, write, end);
  }

  response.write = ((chunk, encoding, done) => {
    decide(lengthOf(response) ?? Number.POSITIVE_INFINITY);
    return through ? through.write(chunk, encoding as never, done as never) : write(chunk, encoding, done);
  }) as typeof response.write;

  response.end = ((chunk, encoding, done) => {
    const isCallback = typeof chunk === 'function' || chunk === undefined || chunk === null;
    decide(lengthOf(response) ?? (isCallback ? 0 : Buffer.byteLength(chunk as string | Uint8Array)));
    if (through === undefined) return end(chunk, encoding, done);
    // The handler is done: whoever asks must see that there is an answer.
    if (!response.headersSent) response.writeHead(response.statusCode);
    through.end(chunk, encoding as never, done as never);
    return response;
  }) as End as typeof response.end;
}

function gzipInto(request: Request, response: Response, write: Write, end: End) {
  // Each write goes out at once: a status line of an import says what is safely stored by now.
  const gzip = createGzip({ level: LEVEL, flush: constants.Z_SYNC_FLUSH });
  gzip.on('data', (chunk) => {
    if (!write(chunk)) gzip.pause();
  });
  gzip.once('end', () => end());
  gzip.once('error', (error) => response.destroy(error));
  // Whoever writes waits for the answer to drain, which here is both.
  gzip.on('drain', () => response.emit('drain'));
  response.on('drain', () => {
    if (!response.writableNeedDrain) gzip.resume();
  });
  contextOf(request).signal.addEventListener('abort', () => gzip.destroy(), { once: true });
  return gzip;
}

function lengthOf(response: Response): number | undefined {
  const length = response.getHeader('Content-Length');
  return length === undefined ? undefined : Number(length);
}

function isText(response: Response): boolean {
  if (response.hasHeader('ETag') || response.hasHeader('Accept-Ranges')) return false;
  return TEXT.test(String(response.getHeader('Content-Type') ?? ''));
}
