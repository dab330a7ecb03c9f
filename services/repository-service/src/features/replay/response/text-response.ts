// Sends text as a response body, short text in one write and long text as a stream. Compresses it if the client accepts
// gzip, because CDX lines compress well.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, pipeline as startPipeline, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, gzipSync } from 'node:zlib';
import { callWhenBytesReleased, sendStream } from '@holdfast/http-kit';
import {
  measurePiece,
  type ResponsePiece,
  releasePiece,
  toPieceBytes,
  toPieceText,
} from '../../shared/pooled-bytes.ts';

export interface TextResponseOptions {
  readonly signal: AbortSignal;
  /** Called before the HTTP headers are sent. `isWhole`: whether the text is complete. If not, it is streamed. */
  onHead?(isWhole: boolean): void;
  /** Whether the client accepts gzip. */
  readonly gzip: boolean;
}

const level = constants.Z_BEST_SPEED;

/** Sends the text. Rejects only before the first byte, so that the caller can still send an error response. */
export async function sendText(
  raw: IncomingMessage,
  response: ServerResponse,
  body: ResponsePiece | AsyncIterable<ResponsePiece>,
  { signal, onHead, gzip }: TextResponseOptions,
): Promise<void> {
  if (gzip) response.setHeader('Content-Encoding', 'gzip');
  const { pieces, rest } = await readResponseBeginning(raw, body, gzip ? MAX_COMPRESSED : MAX_WHOLE);
  onHead?.(!rest);
  if (!rest) return sendWhole(response, gzip ? [compressPieces(pieces)] : pieces);
  const all = prependPieces(pieces, rest);
  if (raw.method === 'HEAD') return sendStream(response, Readable.from(all), { signal });
  const first = await all.next();
  if (!gzip) return pipeline(generateChunksFor(response, first, all), response, { signal });
  const zipped = createGzip({ level });
  startPipeline(generateChunksFor(zipped, first, all), zipped, () => undefined);
  return sendStream(response, zipped, { signal });
}

function compressPieces(pieces: readonly ResponsePiece[]): ResponsePiece {
  const bytes = gzipSync(joinPieces(pieces), { level });
  pieces.forEach(releasePiece);
  return { bytes, release: () => undefined };
}

/** Sends all chunks of text in one write. */
function sendWhole(response: ServerResponse, pieces: readonly ResponsePiece[]): void {
  // Joins the chunks. Otherwise, Node would send the end of a chunked body before the corked chunks.
  if (pieces.length <= 1 || response.hasHeader('Trailer')) {
    response.end(joinPieces(pieces));
  } else {
    const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(toPieceText(piece)), 0);
    response.setHeader('Content-Length', length);
    response.cork();
    for (const piece of pieces) response.write(toPieceText(piece));
    response.end();
    response.uncork();
  }
  callWhenBytesReleased(response, () => pieces.forEach(releasePiece));
}

/**
 * Yields chunks of text. Requests the next chunk after sending the previous one, or earlier if the previous chunk fits
 * into the stream's buffer.
 */
async function* generateChunksFor(
  taker: Writable,
  first: IteratorResult<ResponsePiece>,
  rest: AsyncGenerator<ResponsePiece>,
): AsyncGenerator<string | Buffer> {
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      yield toPieceText(next.value);
      if (taker.writableLength === 0) releasePiece(next.value);
    }
  } finally {
    await rest.return(undefined);
  }
}

// Maximum number of characters in one write, without and with compression. The compressed limit is lower, because
// compression blocks other requests.
const MAX_WHOLE = 256 * 1024;
const MAX_COMPRESSED = 64 * 1024;
const PATIENCE_MS = 20;

interface ResponseBeginning {
  readonly pieces: readonly ResponsePiece[];
  /** Rest of the text. Undefined if the text is complete. */
  readonly rest?: AsyncIterable<ResponsePiece> | undefined;
}

function readResponseBeginning(
  { method }: IncomingMessage,
  body: ResponsePiece | AsyncIterable<ResponsePiece>,
  most: number,
): ResponseBeginning | Promise<ResponseBeginning> {
  if (typeof body === 'string' || 'bytes' in body) return { pieces: [body] };
  return method === 'HEAD' ? { pieces: [], rest: body } : readAvailablePieces(body, most);
}

/** Reads up to `most` characters, as long as they are available without delay. */
async function readAvailablePieces(
  chunks: AsyncIterable<ResponsePiece>,
  most: number,
): Promise<ResponseBeginning> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, PATIENCE_MS, 'late');
  const pieces: ResponsePiece[] = [];
  let length = 0;
  try {
    while (length < most) {
      const pending = iterator.next();
      const next = await Promise.race([pending, late]);
      if (next === 'late') return { pieces, rest: continueIteration(pending, iterator) };
      if (next.done) return { pieces };
      pieces.push(next.value);
      length += measurePiece(next.value);
    }
    return { pieces, rest: { [Symbol.asyncIterator]: () => iterator } };
  } finally {
    clearTimeout(timer);
  }
}

function joinPieces(pieces: readonly ResponsePiece[]): string | Buffer {
  if (pieces.length === 1) return toPieceText(pieces[0]!);
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  return Buffer.concat(pieces.map(toPieceBytes));
}

async function* continueIteration(
  pending: Promise<IteratorResult<ResponsePiece>>,
  iterator: AsyncIterator<ResponsePiece>,
): AsyncGenerator<ResponsePiece> {
  try {
    for (let next = await pending; !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

async function* prependPieces(
  pieces: readonly ResponsePiece[],
  rest: AsyncIterable<ResponsePiece>,
): AsyncGenerator<ResponsePiece> {
  yield* pieces;
  yield* rest;
}
