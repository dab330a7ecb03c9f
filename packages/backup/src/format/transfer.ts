// Copies streams between stores while computing their digests.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ObjectStore } from '@holdfast/object-store';

export interface StreamDigest {
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

export interface StreamObserver {
  /** Called with each chunk before the chunk is stored. */
  readonly chunk?: (bytes: Uint8Array) => void | Promise<void>;
  /** Called after the last chunk. If it throws, nothing is stored. */
  readonly end?: (all: StreamDigest) => void | Promise<void>;
}

/** Stores a stream durably and atomically under a key. */
export async function storeStream(
  store: ObjectStore,
  key: string,
  stream: Readable,
  watch: StreamObserver = {},
): Promise<StreamDigest> {
  const writer = store.create(key);
  try {
    const all = await digestChunks(stream, async (chunk) => {
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

/** Reads a whole stream and computes its digest, without storing it. */
export async function digestStream(
  stream: Readable,
  watch: Pick<StreamObserver, 'chunk'> = {},
): Promise<StreamDigest> {
  return digestChunks(stream, async (chunk) => watch.chunk?.(chunk));
}

async function digestChunks(
  stream: Readable,
  each: (chunk: Uint8Array) => Promise<void>,
): Promise<StreamDigest> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    sizeBytes += chunk.length;
    await each(chunk);
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}
