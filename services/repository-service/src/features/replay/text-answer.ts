// Text as the body of an answer: what is short goes out whole, in one piece; the rest streams as it is made. Compressed
// for those who accept it: text made of small pieces compresses well.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { constants, createGzip, gzipSync } from 'node:zlib';
import { sendStream } from '@holdfast/http-kit';

type Piece = string | Buffer;

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
  if (!rest) return sendWhole(response, gzip ? [gzipSync(joined(pieces), { level })] : pieces);
  const stream = Readable.from(following(pieces, rest), { objectMode: false });
  await sendStream(response, gzip ? pipeline(stream, createGzip({ level }), () => undefined) : stream, {
    signal,
  });
}

/** In one write, whatever it is made of. */
function sendWhole(response: ServerResponse, pieces: readonly Piece[]): void {
  // Node sends the end of a body in chunks before those that a cork holds back.
  if (pieces.length <= 1 || response.hasHeader('Trailer')) {
    response.end(joined(pieces));
    return;
  }
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  response.setHeader('Content-Length', length);
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
  response.uncork();
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
  if (typeof body === 'string' || Buffer.isBuffer(body)) return { pieces: [body] };
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
      length += next.value.length;
    }
    return { pieces, rest: { [Symbol.asyncIterator]: () => iterator } };
  } finally {
    clearTimeout(timer);
  }
}

function joined(pieces: readonly Piece[]): Piece {
  if (pieces.length === 1) return pieces[0]!;
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
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
