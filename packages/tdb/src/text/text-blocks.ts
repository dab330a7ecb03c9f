// Bytes of a text → pieces of it that are long enough to be read at once. Memory does not grow with the file.

export interface TextBlock {
  readonly text: string;
  readonly last: boolean;
}

/** The least length of every piece but the last, however small the chunks are that the bytes come in. */
export const BLOCK_LENGTH = 64 * 1024;

const PIECE_BYTES = 64 * 1024;

/** Bytes that are not UTF-8 become U+FFFD, and so does NUL, which no store can hold. Throws what `bytes` throws. */
export async function* textBlocks(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<TextBlock, void, undefined> {
  const decoder = new TextDecoder();
  let gathered: string[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      signal?.throwIfAborted();
      const text = decoder.decode(chunk.subarray(start, start + PIECE_BYTES), { stream: true });
      gathered.push(text);
      length += text.length;
      if (length < BLOCK_LENGTH) continue;
      yield { text: withoutNul(gathered.join('')), last: false };
      gathered = [];
      length = 0;
    }
  }
  yield { text: withoutNul(gathered.join('') + decoder.decode()), last: true };
}

function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
}
