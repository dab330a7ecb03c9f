// Interface between the contract suite and a store, and the test bytes.
import type { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import type { ObjectReadOptions, ObjectStore } from '../../src/port/port.ts';

/** One kind of store, prepared for one run of the suite. */
export interface Harness {
  /** An open store, empty at first. Each case uses its own key prefix. */
  store: ObjectStore;
  /** Number of underlying stores. Default 1. */
  stores?: number;
  /** Returns the `onRequest` calls since the last call, as `operation outcome`. */
  told(): string[];
  /** Size above which a writer sends several parts. */
  partSizeBytes: number;
  /** Maximum length of a key: 1024 bytes minus the store's prefix. Some servers accept fewer. */
  longestKeyBytes: number;
  /** False for servers that store objects as files. They can store neither both `a` and `a/b`, nor long names. */
  holdsEveryKey: boolean;
  /** False for servers that treat `\\` as `/`. */
  takesBackslash: boolean;
  /** Lists what unfinished writes have left in the folder or bucket. Usually empty. */
  leftovers(): Promise<string[]>;
  /** Makes the store unavailable; `repair()` restores it. */
  break(): Promise<void>;
  repair(): Promise<void>;
  close(): Promise<void>;
}

export type GetHarness = () => Harness;

let spaces = 0;

/** Returns an unused key prefix. */
export function keySpace(): string {
  spaces += 1;
  return `space-${spaces}/`;
}

const blockBytes = 1_000_003;
const block = Buffer.alloc(2 * blockBytes);
for (let at = 0, state = 1; at < blockBytes; at += 1) {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  block[at] = state >>> 24;
}
block.copy(block, blockBytes, 0, blockBytes);

/**
 * Returns up to a million bytes of an endless test sequence, starting at `offset`. The period of the sequence is not a
 * power of two.
 */
export function bytesAt(offset: number, length: number): Buffer {
  if (length > blockBytes)
    return Buffer.concat([bytesAt(offset, blockBytes), bytesAt(offset + blockBytes, length - blockBytes)]);
  const from = offset % blockBytes;
  return Buffer.from(block.subarray(from, from + length));
}

/** Writes an object of `sizeBytes` test bytes. */
export async function writeBytes(
  store: ObjectStore,
  key: string,
  sizeBytes: number,
  chunkBytes = 64 * 1024,
): Promise<{ sizeBytes: number }> {
  const writer = store.create(key);
  for (let at = 0; at < sizeBytes; at += chunkBytes) {
    await writer.write(bytesAt(at, Math.min(chunkBytes, sizeBytes - at)));
  }
  return writer.close();
}

/** Reads a range and fails unless it is exactly `length` of the test bytes from `offset`. */
export async function expectBytes(
  store: ObjectStore,
  key: string,
  options: ObjectReadOptions,
  expected: { offset: number; length: number },
): Promise<void> {
  let at = 0;
  for await (const chunk of await store.read(key, options)) {
    const bytes = chunk as Buffer;
    if (!bytes.equals(bytesAt(expected.offset + at, bytes.length))) {
      throw new Error(`wrong bytes in the ${bytes.length} after the first ${at} of ${key}`);
    }
    at += bytes.length;
  }
  expect(at).toBe(expected.length);
}

export async function readObjectText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Returns the error a promise rejects with. Fails if it resolves. */
export async function rejection(work: Promise<unknown>): Promise<Error> {
  const [result] = await Promise.allSettled([work]);
  if (result.status === 'fulfilled') throw new Error(`resolved with ${JSON.stringify(result.value)}`);
  return result.reason as Error;
}

export async function listKeys(store: ObjectStore, prefix: string): Promise<string[]> {
  return (await store.list({ prefix })).map(({ key }) => key.slice(prefix.length));
}
