// Anonymous temporary files. The files are unlinked as soon as they are open, so that no crash can leave them behind.
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

/** Writes all bytes to the file, beginning at its start. Stops if `checkRoom` throws. */
export async function fillFile(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  checkRoom: () => void,
): Promise<void> {
  let at = 0;
  for await (const chunk of bytes) {
    checkRoom();
    await writeAt(file, [chunk], at);
    at += chunk.length;
  }
}

/** Writes the pieces in sequence, the first at `position`. */
export async function writeAt(
  file: FileHandle,
  pieces: readonly Uint8Array[],
  position: number,
): Promise<void> {
  const { bytesWritten } = await file.writev(pieces, position);
  const lengthBytes = pieces.reduce((sum, { length }) => sum + length, 0);
  if (bytesWritten === lengthBytes) return;
  const rest = Buffer.concat(pieces).subarray(bytesWritten);
  await writeAt(file, [rest], position + bytesWritten);
}

/** Yields the contents of the file from its start. The consumer may keep the chunks. */
export async function* readFile(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(READ_BYTES), 0, READ_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
