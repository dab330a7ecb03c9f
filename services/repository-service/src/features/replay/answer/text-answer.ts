// Text as the body of an answer: what is short goes out whole, in one piece; the rest streams as it is made. Compressed
// for those who accept it: text made of small pieces compresses well.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable, pipeline as startPipeline, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, gzipSync } from 'node:zlib';
import { sendStream, whenTaken } from '@holdfast/http-kit';
import { bytesOf, lengthOf, type Piece, release, textOf } from '../../shared/lent-bytes.ts';

export interface TextOptions {
  readonly signal: AbortSignal;
  /** Called before the head is sent; whether the text is all there already, or will still stream. */
  onHead?(isWhole: boolean): void;
  /** Whether the client can undo gzip. */
  readonly gzip: boolean;
}

const level = constants.Z_BEST_SPEED;

/** Trouble before the first byte is the caller's, which can still become an error answer. */
export async function sendText(
  raw: IncomingMessage,
  response: ServerResponse,
  body: Piece | AsyncIterable<Piece>,
  { signal, onHead, gzip }: TextOptions,
): Promise<void> {
  if (gzip) response.setHeader('Content-Encoding', 'gzip');
  const { pieces, rest } = await beginning(raw, body, gzip ? MOST_COMPRESSED : MOST_WHOLE);
  onHead?.(!rest);
  if (!rest) return sendWhole(response, gzip ? [compressed(pieces)] : pieces);
  const all = following(pieces, rest);
  if (raw.method === 'HEAD') return sendStream(response, Readable.from(all), { signal });
  const first = await all.next();
  if (!gzip) return pipeline(takenBy(response, first, all), response, { signal });
  const zipped = createGzip({ level });
  startPipeline(takenBy(zipped, first, all), zipped, () => undefined);
  return sendStream(response, zipped, { signal });
}

function compressed(pieces: readonly Piece[]): Piece {
  const bytes = gzipSync(joined(pieces), { level });
  pieces.forEach(release);
  return { bytes, release: () => undefined };
}

/** In one write, whatever it is made of. */
function sendWhole(response: ServerResponse, pieces: readonly Piece[]): void {
  // Node sends the end of a body in chunks before those that a cork holds back.
  if (pieces.length <= 1 || response.hasHeader('Trailer')) {
    response.end(joined(pieces));
  } else {
    const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(textOf(piece)), 0);
    response.setHeader('Content-Length', length);
    response.cork();
    for (const piece of pieces) response.write(textOf(piece));
    response.end();
    response.uncork();
  }
  whenTaken(response, () => pieces.forEach(release));
}

/** Each is asked for when the one before has been taken, or is so small that it waits for nobody. */
async function* takenBy(
  taker: Writable,
  first: IteratorResult<Piece>,
  rest: AsyncGenerator<Piece>,
): AsyncGenerator<string | Buffer> {
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      yield textOf(next.value);
      if (taker.writableLength === 0) release(next.value);
    }
  } finally {
    await rest.return(undefined);
  }
}

// Characters. One write takes so much well; nobody else gets a turn while they are compressed.
const MOST_WHOLE = 256 * 1024;
const MOST_COMPRESSED = 64 * 1024;
const PATIENCE_MS = 20;

interface Opening {
  readonly pieces: readonly Piece[];
  /** Absent when that was all. */
  readonly rest?: AsyncIterable<Piece> | undefined;
}

function beginning(
  { method }: IncomingMessage,
  body: Piece | AsyncIterable<Piece>,
  most: number,
): Opening | Promise<Opening> {
  if (typeof body === 'string' || 'bytes' in body) return { pieces: [body] };
  return method === 'HEAD' ? { pieces: [], rest: body } : opening(body, most);
}

/** What comes soon. */
async function opening(chunks: AsyncIterable<Piece>, most: number): Promise<Opening> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, PATIENCE_MS, 'late');
  const pieces: Piece[] = [];
  let length = 0;
  try {
    while (length < most) {
      const pending = iterator.next();
      const next = await Promise.race([pending, late]);
      if (next === 'late') return { pieces, rest: continued(pending, iterator) };
      if (next.done) return { pieces };
      pieces.push(next.value);
      length += lengthOf(next.value);
    }
    return { pieces, rest: { [Symbol.asyncIterator]: () => iterator } };
  } finally {
    clearTimeout(timer);
  }
}

function joined(pieces: readonly Piece[]): string | Buffer {
  if (pieces.length === 1) return textOf(pieces[0]!);
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  return Buffer.concat(pieces.map(bytesOf));
}

async function* continued(
  pending: Promise<IteratorResult<Piece>>,
  iterator: AsyncIterator<Piece>,
): AsyncGenerator<Piece> {
  try {
    for (let next = await pending; !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

async function* following(pieces: readonly Piece[], rest: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  yield* pieces;
  yield* rest;
}
