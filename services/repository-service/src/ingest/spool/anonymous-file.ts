// Anonymous temporary files. They are unlinked right after opening, so that the operating system frees them after a
// crash.
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@holdfast/service-kit';

const READ_BYTES = 256 * 1024;

export async function openAnonymousFile(folder: string): Promise<FileHandle> {
  await makeFolder(folder);
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

/** Writes a stream to the file, from its start. Rejects if `checkRoom` throws. */
export async function writeStreamToFile(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  checkRoom: () => void,
): Promise<void> {
  let at = 0;
  for await (const chunk of bytes) {
    checkRoom();
    await writePiecesAt(file, [chunk], at);
    at += chunk.length;
  }
}

/** Writes buffers one after another, starting at `position`. */
export async function writePiecesAt(
  file: FileHandle,
  pieces: readonly Uint8Array[],
  position: number,
): Promise<void> {
  const { bytesWritten } = await file.writev(pieces, position);
  const lengthBytes = pieces.reduce((sum, { length }) => sum + length, 0);
  if (bytesWritten === lengthBytes) return;
  const rest = Buffer.concat(pieces).subarray(bytesWritten);
  await writePiecesAt(file, [rest], position + bytesWritten);
}

/** Yields the contents of the file. Chunks are not reused, so the consumer may retain them. */
export async function* readFile(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(READ_BYTES), 0, READ_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
