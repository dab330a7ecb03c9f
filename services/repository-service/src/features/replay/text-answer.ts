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
  body: string | AsyncIterable<string>,
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
const WHOLE_CHARACTERS = 64 * 1024;
const PATIENCE_MS = 20;

interface Opening {
  readonly text: string;
  /** Absent when that was all. */
  readonly rest?: AsyncIterable<string> | undefined;
}

function beginning(
  { method }: IncomingMessage,
  body: string | AsyncIterable<string>,
): Opening | Promise<Opening> {
  if (typeof body === 'string') return { text: body, rest: undefined };
  return method === 'HEAD' ? { text: '', rest: body } : opening(body);
}

/** What comes soon. */
async function opening(chunks: AsyncIterable<string>): Promise<Opening> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, PATIENCE_MS, 'late');
  let text = '';
  try {
    while (text.length < WHOLE_CHARACTERS) {
      const pending = iterator.next();
      const next = await Promise.race([pending, late]);
      if (next === 'late') return { text, rest: continued(pending, iterator) };
      if (next.done) return { text };
      text += next.value;
    }
    return { text, rest: { [Symbol.asyncIterator]: () => iterator } };
  } finally {
    clearTimeout(timer);
  }
}

async function* continued(
  pending: Promise<IteratorResult<string>>,
  iterator: AsyncIterator<string>,
): AsyncGenerator<string> {
  try {
    for (let next = await pending; !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

async function* following(text: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (text !== '') yield text;
  yield* rest;
}
