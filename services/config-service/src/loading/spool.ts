// Stores bytes in an unlinked temporary file, which the operating system removes even if the process crashes.
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@holdfast/service-kit';

export interface SpooledBytes {
  /** SHA-256 as hexadecimal digits. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Yields the bytes from the start. */
  read(signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined>;
  close(): Promise<void>;
}

const PIECE_BYTES = 256 * 1024;

/** Writes the bytes to a temporary file. If reading `bytes` fails, closes the file and rejects with the read error. */
export async function spoolBytes(folder: string, bytes: AsyncIterable<Uint8Array>): Promise<SpooledBytes> {
  const file = await openUnlinkedFile(folder);
  try {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const chunk of bytes) {
      hash.update(chunk);
      await file.write(chunk, 0, chunk.length, sizeBytes);
      sizeBytes += chunk.length;
    }
    return {
      sha256: hash.digest('hex'),
      sizeBytes,
      read: (signal) => readAll(file, signal),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Creates an unlinked temporary file for reading and writing. */
export async function openUnlinkedFile(folder: string): Promise<FileHandle> {
  await makeFolder(folder);
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

async function* readAll(file: FileHandle, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead, buffer } = await file.read(new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
