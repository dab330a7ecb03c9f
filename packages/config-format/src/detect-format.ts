// Detects the format of a file by its first character other than white space. Only XML begins with `<`.
import type { ConfigurationFormat } from './common/types.ts';

/** Maximum number of leading white space bytes. A file with more is considered a properties file. */
const MAX_BLANK_BYTES = 64 * 1024;

/**
 * Returns the format and the bytes of a file. Read the returned `bytes` instead of `source`, because this function has
 * consumed a part of `source`.
 */
export async function detectFormat(
  source: AsyncIterable<Uint8Array>,
): Promise<{ format: ConfigurationFormat; bytes: AsyncIterable<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let length = 0;
  let first: number | undefined;
  while (first === undefined && length < MAX_BLANK_BYTES) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    read.push(value);
    length += value.length;
    first = value.find((byte) => !blank.has(byte));
  }
  return { format: first === LESS_THAN ? 'xml' : 'properties', bytes: replayChunks(read, iterator) };
}

const LESS_THAN = 0x3c;
// Bytes of white space and of byte order marks, and the zero bytes of UTF-16.
const blank = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf, 0xfe, 0xff, 0x00]);

async function* replayChunks(
  read: Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* read;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
