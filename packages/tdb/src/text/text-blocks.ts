// Bytes of a text → pieces of it that are long enough to be read at once. Memory does not grow with the file.

export interface TextBlock {
  readonly text: string;
  readonly last: boolean;
}

/** The least length of every piece but the last, however small the chunks are that the bytes come in. */
export const BLOCK_LENGTH = 64 * 1024;

const PIECE_BYTES = 64 * 1024;

/**
 * Bytes that are not UTF-8 become U+FFFD, and so does NUL, which no store can hold. A carriage return that ends a line by
 * itself becomes a line feed. Throws what `bytes` throws.
 */
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
      const all = gathered.join('');
      // Whether a line feed follows is not known yet.
      const end = all.endsWith('\r') ? all.length - 1 : all.length;
      yield { text: cleaned(all.slice(0, end)), last: false };
      gathered = end < all.length ? ['\r'] : [];
      length = all.length - end;
    }
  }
  yield { text: cleaned(gathered.join('') + decoder.decode()), last: true };
}

function cleaned(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll(/\r(?!\n)/g, '\n') : text;
  return lines.includes('\0') ? lines.replaceAll('\0', '\uFFFD') : lines;
}
