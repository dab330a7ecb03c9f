// Reads the dictionary in the skippable frame at the start of a .warc.zst file (IIPC, Zstandard Compression for WARC
// Files 1.0). The dictionary may be compressed with zstandard itself.
import { constants, zstdDecompressSync } from 'node:zlib';
import { isUsableDictionary } from './zstd-engine.ts';
import { ZSTD_MAGIC } from './zstd-frame.ts';

/** Magic number of the skippable frame with the dictionary. */
export const DICTIONARY_FRAME = 0x184d2a5d;
/**
 * Maximum size of the frame's content and of the dictionary. The specification requires readers to accept this size.
 */
export const MAX_DICTIONARY_BYTES = 8 * 1024 * 1024;

const MAX_WINDOW_LOG = 23;
const DICTIONARY_MAGIC = 0xec30a437;

export type ZstdDictionary = { id: number; bytes: Buffer };

/** Collects the content of a dictionary frame. */
export class DictionaryCollector {
  #pieces: Buffer[] = [];

  /** Adds a copy of the bytes. */
  push(bytes: Uint8Array): void {
    this.#pieces.push(Buffer.from(bytes));
  }

  /** Returns the dictionary and discards the collected content. Returns undefined if there is no dictionary. */
  take(): ZstdDictionary | undefined {
    const content = Buffer.concat(this.#pieces);
    this.#pieces = [];
    return parseDictionary(content);
  }
}

/** Parses the content of a dictionary frame. Returns undefined if the dictionary cannot be used. */
function parseDictionary(content: Buffer): ZstdDictionary | undefined {
  const bytes = content.subarray(0, 4).equals(ZSTD_MAGIC) ? decompressContent(content) : content;
  if (bytes === undefined || bytes.length < 8 || bytes.readUInt32LE(0) !== DICTIONARY_MAGIC) return undefined;
  return isUsableDictionary(bytes) ? { id: bytes.readUInt32LE(4), bytes } : undefined;
}

function decompressContent(content: Buffer): Buffer | undefined {
  const params = { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG };
  try {
    return zstdDecompressSync(content, { params, maxOutputLength: MAX_DICTIONARY_BYTES });
  } catch {
    return undefined;
  }
}
