// Bytes on their way from one store to another, digested as they pass.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ObjectStore } from '@holdfast/object-store';

export interface Stored {
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

export interface Watch {
  /** Sees each chunk, before it is stored. */
  readonly chunk?: (bytes: Uint8Array) => void | Promise<void>;
  /** Sees the end; when it throws, nothing is stored. */
  readonly end?: (all: Stored) => void | Promise<void>;
}

/** Stores all of a stream under a key: whole and durable, or not at all. */
export async function storeStream(
  store: ObjectStore,
  key: string,
  stream: Readable,
  watch: Watch = {},
): Promise<Stored> {
  const writer = store.create(key);
  try {
    const all = await passed(stream, async (chunk) => {
      await watch.chunk?.(chunk);
      await writer.write(chunk);
    });
    await watch.end?.(all);
    await writer.close();
    return all;
  } catch (error) {
    stream.destroy();
    await writer.abort();
    throw error;
  }
}

/** Reads all of a stream. */
export async function digestStream(stream: Readable, watch: Pick<Watch, 'chunk'> = {}): Promise<Stored> {
  return passed(stream, async (chunk) => watch.chunk?.(chunk));
}

async function passed(stream: Readable, each: (chunk: Uint8Array) => Promise<void>): Promise<Stored> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    sizeBytes += chunk.length;
    await each(chunk);
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}
