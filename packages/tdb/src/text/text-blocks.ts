// Decodes bytes to blocks of text with a minimum length. Memory use does not depend on the size of the file.

export interface TextBlock {
  readonly text: string;
  readonly last: boolean;
}

/** Minimum length of every block except the last, in UTF-16 code units. */
export const MIN_BLOCK_LENGTH = 64 * 1024;

const PIECE_BYTES = 64 * 1024;

/**
 * Yields blocks of text. Replaces invalid UTF-8 and NUL (which PostgreSQL cannot store) with U+FFFD, and a single
 * carriage return with a line feed. Throws errors of `bytes` and the signal's abort reason.
 */
export async function* decodeTextBlocks(
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
      if (length < MIN_BLOCK_LENGTH) continue;
      const all = gathered.join('');
      // Leaves a carriage return at the end for the next block, because a line feed may follow it.
      const end = all.endsWith('\r') ? all.length - 1 : all.length;
      yield { text: normalizeText(all.slice(0, end)), last: false };
      gathered = end < all.length ? ['\r'] : [];
      length = all.length - end;
    }
  }
  yield { text: normalizeText(gathered.join('') + decoder.decode()), last: true };
}

function normalizeText(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll(/\r(?!\n)/g, '\n') : text;
  return lines.includes('\0') ? lines.replaceAll('\0', '\uFFFD') : lines;
}
