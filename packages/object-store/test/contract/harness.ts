// What the contract suite needs of a store to test it, and the bytes it tests with.
import type { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import type { ObjectReadOptions, ObjectStore } from '../../src/port/port.ts';

/** One kind of store, made ready for one run of the suite. */
export interface Harness {
  /** An open, empty store; the suite's cases keep to key spaces of their own in it. */
  store: ObjectStore;
  /** What onRequest of that store was told since the last call: `operation outcome`. */
  told(): string[];
  /** From where a writer sends more than one part. */
  partSizeBytes: number;
  /** 1024, less what the store puts before a key; less on servers that do not take so many. */
  longestKeyBytes: number;
  /** False for servers that keep objects as files, and so cannot hold both `a` and `a/b`, nor long names. */
  holdsEveryKey: boolean;
  /** False for servers that take `\\` for `/`; no key of ours has one. */
  takesBackslash: boolean;
  /** What unfinished writes left in the store, looked at from outside: must be empty most of the time. */
  leftovers(): Promise<string[]>;
  /** Takes the ground from under the store; repair() gives it back. */
  break(): Promise<void>;
  repair(): Promise<void>;
  close(): Promise<void>;
}

export type GetHarness = () => Harness;

let spaces = 0;

/** A beginning of keys nobody else uses. */
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

/** Up to a million of the test bytes, from `offset` of an endless row of them that does not repeat at any power of two. */
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

/** The error a promise rejects with; fails when it resolves. */
export async function rejection(work: Promise<unknown>): Promise<Error> {
  const [result] = await Promise.allSettled([work]);
  if (result.status === 'fulfilled') throw new Error(`resolved with ${JSON.stringify(result.value)}`);
  return result.reason as Error;
}

export async function listKeys(store: ObjectStore, prefix: string): Promise<string[]> {
  return (await store.list({ prefix })).map(({ key }) => key.slice(prefix.length));
}
