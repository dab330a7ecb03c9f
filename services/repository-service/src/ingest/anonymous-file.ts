// Anonymous temp files: unlinked as soon as they are open, so that nothing is left of them however the process ends.
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, makeFolderSync } from '@holdfast/http-kit';
import type { ByteSpool } from '@holdfast/warc';

const READ_BYTES = 256 * 1024;

export async function openAnonymousFile(folder: string): Promise<FileHandle> {
  await makeFolder(folder);
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

/** Writes everything to the file, from its beginning, unless `checkRoom` throws. */
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

/** Writes the pieces one behind the other, the first at `position`. */
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

/** Everything the file holds, from its beginning. Each chunk is the reader's own. */
export async function* readFile(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(READ_BYTES), 0, READ_BYTES, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** One for a thread that has nothing else to do while it writes and reads. Throws what the file system throws. */
export function openAnonymousSpool(folder: string): ByteSpool {
  makeFolderSync(folder);
  const path = join(folder, randomUUID());
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return {
    append(bytes) {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    },
    read(position, target) {
      for (let at = 0; at < target.length; ) {
        const bytesRead = readSync(file, target, at, target.length - at, position + at);
        if (bytesRead === 0) throw new Error('the spool ends too early');
        at += bytesRead;
      }
    },
    close() {
      closeSync(file);
    },
  };
}
