// Text as the body of an answer: what is short goes out whole, in one piece; the rest streams as it is made. Compressed
// for those who accept it: text made of small pieces compresses well.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { constants, createGzip, gzipSync } from 'node:zlib';
import { sendStream } from '@holdfast/http-kit';

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
  body: string | Buffer | AsyncIterable<string | Buffer>,
  { signal, onHead, gzip }: TextOptions,
): Promise<void> {
  if (gzip) response.setHeader('Content-Encoding', 'gzip');
  const { text, rest } = await beginning(raw, body);
  onHead?.(!rest);
  if (!rest) return void response.end(gzip ? gzipSync(text, { level }) : text);
  const stream = Readable.from(following(text, rest), { objectMode: false });
  await sendStream(response, gzip ? pipeline(stream, createGzip({ level }), () => undefined) : stream, {
    signal,
  });
}

// One write takes so much well.
const WHOLE_CHARACTERS = 256 * 1024;
const PATIENCE_MS = 20;

interface Opening {
  readonly text: string | Buffer;
  /** Absent when that was all. */
  readonly rest?: AsyncIterable<string | Buffer> | undefined;
}

function beginning(
  { method }: IncomingMessage,
  body: string | Buffer | AsyncIterable<string | Buffer>,
): Opening | Promise<Opening> {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return { text: body, rest: undefined };
  return method === 'HEAD' ? { text: '', rest: body } : opening(body);
}

/** What comes soon. */
async function opening(chunks: AsyncIterable<string | Buffer>): Promise<Opening> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, PATIENCE_MS, 'late');
  const pieces: (string | Buffer)[] = [];
  let length = 0;
  try {
    while (length < WHOLE_CHARACTERS) {
      const pending = iterator.next();
      const next = await Promise.race([pending, late]);
      if (next === 'late') return { text: joined(pieces), rest: continued(pending, iterator) };
      if (next.done) return { text: joined(pieces) };
      pieces.push(next.value);
      length += next.value.length;
    }
    return { text: joined(pieces), rest: { [Symbol.asyncIterator]: () => iterator } };
  } finally {
    clearTimeout(timer);
  }
}

function joined(pieces: readonly (string | Buffer)[]): string | Buffer {
  if (pieces.length === 1) return pieces[0]!;
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

async function* continued(
  pending: Promise<IteratorResult<string | Buffer>>,
  iterator: AsyncIterator<string | Buffer>,
): AsyncGenerator<string | Buffer> {
  try {
    for (let next = await pending; !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

async function* following(
  text: string | Buffer,
  rest: AsyncIterable<string | Buffer>,
): AsyncGenerator<string | Buffer> {
  if (text.length > 0) yield text;
  yield* rest;
}
