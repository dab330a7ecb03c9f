// Adds headers to every response, and compresses text responses for clients that accept gzip. Never compresses
// payloads, archives, ranges, or responses with a strong entity tag. Replaces the `compression` package, which has
// eight dependencies and prefers Brotli to gzip.
import { constants, createGzip } from 'node:zlib';
import { SAFE_HEADERS } from '@holdfast/service-kit';
import type { Request, Response } from 'express';
import { findRequestContext, getRequestContext } from './context.ts';

/** Minimum size of a response to be compressed. Streamed responses, whose length is unknown, are always compressed. */
const THRESHOLD_BYTES = 1024;
/** Compression level. Level 4 takes half the time of the default level, and the result is nearly as small. */
const LEVEL = 4;
const TEXT =
  /^(?:text\/(?:css|csv|html|javascript|plain|xml)|application\/(?:(?:problem\+)?json|x-ndjson|xml))(?:;|$)/;

type WriteFunction = (chunk: unknown, encoding?: unknown, done?: unknown) => boolean;
type EndFunction = (chunk?: unknown, encoding?: unknown, done?: unknown) => Response;

/** Returns whether the client accepts gzip. */
export function acceptsGzip(request: Pick<Request, 'headers' | 'acceptsEncodings'>): boolean {
  const named = /\bgzip\b/i.test(request.headers['accept-encoding'] ?? '');
  return named && request.acceptsEncodings('gzip', 'identity') === 'gzip';
}

/** Compresses the response if the client accepts gzip and the response is a sufficiently long text. */
export function compressText(request: Request, response: Response): void {
  if (acceptsGzip(request) && request.method !== 'HEAD') compressWritten(request, response);
}

/** Adds `Accept-Encoding` to the Vary header. */
export function addVaryByCoding(response: Response): void {
  const said = response.getHeader('Vary');
  if (said === undefined) response.setHeader('Vary', 'Accept-Encoding');
  else if (said !== 'Accept-Encoding') response.vary('Accept-Encoding');
}

function compressWritten(request: Request, response: Response): void {
  const write = response.write.bind(response) as WriteFunction;
  const end = response.end.bind(response) as EndFunction;
  let through: ReturnType<typeof createCompressor> | undefined;
  let isDecided = false;

  function decide(lengthBytes: number): void {
    if (isDecided) return;
    isDecided = true;
    const isNew = !response.headersSent && !response.hasHeader('Content-Encoding');
    if (!isNew || lengthBytes < THRESHOLD_BYTES || !isText(response)) return;
    response.setHeader('Content-Encoding', 'gzip');
    response.removeHeader('Content-Length');
    through = createCompressor(request, response, write, end);
  }

  response.write = ((chunk, encoding, done) => {
    decide(lengthOf(response) ?? Number.POSITIVE_INFINITY);
    return through ? through.write(chunk, encoding as never, done as never) : write(chunk, encoding, done);
  }) as typeof response.write;

  response.end = ((chunk, encoding, done) => {
    const isCallback = typeof chunk === 'function' || chunk === undefined || chunk === null;
    decide(lengthOf(response) ?? (isCallback ? 0 : Buffer.byteLength(chunk as string | Uint8Array)));
    if (through === undefined) return end(chunk, encoding, done);
    // Sends the headers immediately, because handlers expect `headersSent` to be true after `end`.
    if (!response.headersSent) response.writeHead(response.statusCode);
    through.end(chunk, encoding as never, done as never);
    return response;
  }) as EndFunction as typeof response.end;
}

function createCompressor(request: Request, response: Response, write: WriteFunction, end: EndFunction) {
  // Flushes after each write. During an import, for example, the line for a stored record must arrive immediately.
  const gzip = createGzip({ level: LEVEL, flush: constants.Z_SYNC_FLUSH });
  gzip.on('data', (chunk) => {
    if (!write(chunk)) gzip.pause();
  });
  gzip.once('end', () => end());
  gzip.once('error', (error) => response.destroy(error));
  // Emits `drain` on the response when the compressor drains, because that is the event that handlers wait for.
  gzip.on('drain', () => response.emit('drain'));
  response.on('drain', () => {
    if (!response.writableNeedDrain) gzip.resume();
  });
  getRequestContext(request).signal.addEventListener('abort', () => gzip.destroy(), { once: true });
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

const REQUEST_ID = 'X-Request-Id';
const inert = Object.entries(SAFE_HEADERS);

/**
 * Patches `writeHead` of a response prototype to add the request ID, headers that stop browsers from running the
 * content, and `Vary` for text. Existing headers are not overwritten. Setting the headers one by one would take longer
 * than routing a small response.
 */
export function patchWriteHead(prototype: Response): void {
  const writeHead = prototype.writeHead as (...given: unknown[]) => Response;
  prototype.writeHead = function (this: Response, ...given: unknown[]) {
    const id = findRequestContext(this.req)?.id;
    const headers = given.at(-1);
    if (id !== undefined && Array.isArray(headers))
      given[given.length - 1] = completeHeaderList(this, headers, id);
    else if (id !== undefined) addMissingHeaders(this, headers, id);
    if (isText(this)) addVaryByCoding(this);
    return writeHead.apply(this, given);
  };
}

function addMissingHeaders(response: Response, given: unknown, id: string): void {
  const names = isHeaderObject(given) ? Object.keys(given) : [];
  response.setHeader(REQUEST_ID, id);
  for (const [name, value] of inert)
    if (!response.hasHeader(name) && !names.some((one) => isSameHeaderName(one, name)))
      response.setHeader(name, value);
}

/** Adds the request ID and missing `SAFE_HEADERS` to `given`, a list of alternating header names and values. */
function completeHeaderList(response: Response, given: readonly string[], id: string): string[] {
  const all = [REQUEST_ID, id, ...given];
  for (const [name, value] of inert)
    if (!response.hasHeader(name) && !hasHeaderNamed(given, name)) all.push(name, value);
  return all;
}

function hasHeaderNamed(given: readonly string[], name: string): boolean {
  for (let at = 0; at < given.length; at += 2) if (isSameHeaderName(given[at]!, name)) return true;
  return false;
}

function isSameHeaderName(one: string, name: string): boolean {
  return one.length === name.length && (one === name || one.toLowerCase() === name.toLowerCase());
}

function isHeaderObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null;
}
