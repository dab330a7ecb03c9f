// Reads and damages the files of a store's objects without the software under test.
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { SeededRandom } from '../support/seeded.ts';

/** A bit of a file that the drill flipped. */
export interface FlippedBit {
  readonly file: string;
  readonly offset: number;
  /** Original byte. */
  readonly byte: number;
  /** Length of the file. */
  readonly sizeBytes: number;
}

/** Returns the size of each file below a folder, by its relative path, which is the key of the object. */
export function listFiles(folder: string): Map<string, number> {
  const found = new Map<string, number>();
  walk(folder, '', found);
  return found;
}

function walk(folder: string, prefix: string, found: Map<string, number>): void {
  for (const entry of ignoreMissing(() => readdirSync(join(folder, prefix), { withFileTypes: true })) ?? []) {
    const path = `${prefix}${entry.name}`;
    // Skips the hidden folder in which the S3 server stores unfinished uploads.
    if (prefix === '' && entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) walk(folder, `${path}/`, found);
    else {
      const size = ignoreMissing(() => statSync(join(folder, path)).size);
      if (size !== undefined) found.set(path, size);
    }
  }
}

/** Removes everything in a folder, even if processes write into it at the same time. */
export function emptyFolder(folder: string): void {
  for (const name of ignoreMissing(() => readdirSync(folder)) ?? []) {
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 10 });
  }
}

/** Flips random bits in random files and returns them. */
export function flipBits(random: SeededRandom, folder: string, count: number): FlippedBit[] {
  const files = [...listFiles(folder)].filter(([, sizeBytes]) => sizeBytes > 0);
  const flipped: FlippedBit[] = [];
  for (let i = 0; i < count && files.length > 0; i++) {
    const [path, sizeBytes] = random.pick(files);
    const file = join(folder, path);
    const offset = random.below(sizeBytes);
    const mask = 1 << random.below(8);
    const byte = ignoreMissing(() => flipAt(file, offset, mask));
    if (byte !== undefined) flipped.push({ file, offset, byte, sizeBytes });
  }
  return flipped;
}

function flipAt(file: string, offset: number, mask: number): number | undefined {
  const descriptor = openSync(file, 'r+');
  try {
    const byte = Buffer.alloc(1);
    if (readSync(descriptor, byte, 0, 1, offset) !== 1) return undefined;
    const before = byte[0]!;
    byte[0] = before ^ mask;
    writeSync(descriptor, byte, 0, 1, offset);
    return before;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Returns whether the bit is still wrong. Returns false if the file is gone, the byte is repaired, or the content is
 * correct again.
 */
export function isStillFlipped({ file, offset, byte, sizeBytes }: FlippedBit): boolean {
  const now = ignoreMissing(() => readFileSync(file));
  if (!now || now.length !== sizeBytes || now[offset] === byte) return false;
  const before = Buffer.from(now);
  before[offset] = byte;
  return !hasSameContent(now, before);
}

/**
 * Compares bytes or, for gzip files, decompressed contents, because a gzip header has bytes that do not affect the
 * content.
 */
export function hasSameContent(one: Buffer, other: Buffer): boolean {
  if (one.equals(other)) return true;
  try {
    return gunzipSync(one).equals(gunzipSync(other));
  } catch {
    return false;
  }
}

function ignoreMissing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTEMPTY' || code === 'EIO') return undefined;
    throw error;
  }
}
