// Opens a local file as a source. Rejects folders, devices and pipes.
import { constants, open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SourceUnavailableError } from '../remote/source-unavailable.ts';

export interface LocalFile {
  readonly modifiedMs: number;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Closes the file. Must be called even if the bytes are not read. */
  close(): Promise<void>;
}

const PIECE_BYTES = 256 * 1024;

/** Opens a local file. Throws SourceUnavailableError. */
export async function openLocalSource(url: string, limitBytes: number): Promise<LocalFile> {
  const file = await openFile(url);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new SourceUnavailableError('is not a file');
    if (stat.size > limitBytes)
      throw new SourceUnavailableError(`is larger than the ${limitBytes} bytes allowed`);
    return {
      modifiedMs: Math.round(stat.mtimeMs),
      bytes: readLocalBytes(file, limitBytes),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

type OpenSourceFile = Awaited<ReturnType<typeof open>>;

async function openFile(url: string): Promise<OpenSourceFile> {
  try {
    // With O_NONBLOCK, opening a pipe does not wait for a writer.
    return await open(fileURLToPath(url), constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    throw new SourceUnavailableError(missing ? 'is not there' : `cannot be read (${code})`, {
      missing,
      cause: error,
    });
  }
}

async function* readLocalBytes(
  file: OpenSourceFile,
  limitBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let sizeBytes = 0;
  for (;;) {
    const { bytesRead, buffer } = await file.read(new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES, sizeBytes);
    if (bytesRead === 0) return;
    sizeBytes += bytesRead;
    if (sizeBytes > limitBytes)
      throw new SourceUnavailableError(`is larger than the ${limitBytes} bytes allowed`);
    yield buffer.subarray(0, bytesRead);
  }
}
