// Interface between the contract suite and the tested store, and a generator of test bytes.
import type { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import type { ObjectReadOptions, ObjectStore } from '../../src/port/port.ts';

/** A store of one kind, opened for one run of the suite. */
export interface Harness {
  /** The open store, initially empty. Each test case uses a separate key prefix. */
  store: ObjectStore;
  /** Number of stores that the tested store consists of. Default 1. */
  stores?: number;
  /** Returns the `onRequest` calls since the previous call of this method, as `operation outcome`. */
  takeRequests(): string[];
  /** Object size above which a writer sends several parts. */
  partSizeBytes: number;
  /** Maximum length of a key: 1024 bytes minus the store's prefix. Some servers accept only shorter keys. */
  longestKeyBytes: number;
  /** False for servers that store objects as files. They cannot store both `a` and `a/b`, or long names. */
  holdsEveryKey: boolean;
  /** False for servers that treat a backslash in a key as `/`. */
  takesBackslash: boolean;
  /** Lists data of unfinished writes in the folder or bucket. Usually empty. */
  leftovers(): Promise<string[]>;
  /** Makes the store unavailable; `repair()` restores it. */
  break(): Promise<void>;
  repair(): Promise<void>;
  close(): Promise<void>;
}

export type GetHarness = () => Harness;

let spaces = 0;

/** Returns an unused key prefix. */
export function makeKeyPrefix(): string {
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

/** Returns up to a million bytes of an infinite test sequence from `offset`. Its period is not a power of two. */
export function makeTestBytes(offset: number, length: number): Buffer {
  if (length > blockBytes)
    return Buffer.concat([
      makeTestBytes(offset, blockBytes),
      makeTestBytes(offset + blockBytes, length - blockBytes),
    ]);
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
    await writer.write(makeTestBytes(at, Math.min(chunkBytes, sizeBytes - at)));
  }
  return writer.close();
}

/** Reads a range. Throws unless it consists of exactly `length` test bytes from `offset`. */
export async function expectBytes(
  store: ObjectStore,
  key: string,
  options: ObjectReadOptions,
  expected: { offset: number; length: number },
): Promise<void> {
  let at = 0;
  for await (const chunk of await store.read(key, options)) {
    const bytes = chunk as Buffer;
    if (!bytes.equals(makeTestBytes(expected.offset + at, bytes.length))) {
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

/** Returns the error with which a promise rejects. Throws if it resolves. */
export async function getRejection(work: Promise<unknown>): Promise<Error> {
  const [result] = await Promise.allSettled([work]);
  if (result.status === 'fulfilled') throw new Error(`resolved with ${JSON.stringify(result.value)}`);
  return result.reason as Error;
}

export async function listKeys(store: ObjectStore, prefix: string): Promise<string[]> {
  return (await store.list({ prefix })).map(({ key }) => key.slice(prefix.length));
}
