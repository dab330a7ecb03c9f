// Files without a name: unlinked as soon as they are open, so that nothing is left of them however the process ends.
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const readBytes = 256 * 1024;

export async function openNamelessFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

/** Writes everything to the file, from its beginning. */
export async function fillFile(file: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let at = 0;
  for await (const chunk of bytes) {
    await file.write(chunk, 0, chunk.length, at);
    at += chunk.length;
  }
}

/** Everything the file holds, from its beginning. Each chunk is the reader's own. */
export async function* readFile(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(new Uint8Array(readBytes), 0, readBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
