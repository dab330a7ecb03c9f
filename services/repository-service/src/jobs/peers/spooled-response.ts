// Holds a peer's response until it is verified and stored. A small response is in memory, a larger one in an anonymous
// file.
import type { FileHandle } from 'node:fs/promises';
import { openAnonymousFile, writePiecesAt } from '../../ingest/spool/anonymous-file.ts';

const IN_MEMORY_BYTES = 128 * 1024;
const PIECE_BYTES = 256 * 1024;

export interface SpoolFolder {
  readonly spoolFolder: string;
  /** Throws if the disk lacks free space. */
  checkRoom?(): void;
}

export class SpooledResponse {
  #memory: Buffer;
  readonly #file: FileHandle | undefined;
  readonly sizeBytes: number;

  private constructor(memory: Buffer, file: FileHandle | undefined, sizeBytes: number) {
    this.#memory = memory;
    this.#file = file;
    this.sizeBytes = sizeBytes;
  }

  static async take(
    { spoolFolder, checkRoom }: SpoolFolder,
    chunks: AsyncIterable<Buffer>,
  ): Promise<SpooledResponse> {
    let memory: Buffer[] = [];
    let sizeBytes = 0;
    let written = 0;
    let file: FileHandle | undefined;
    try {
      for await (const chunk of chunks) {
        memory.push(chunk);
        sizeBytes += chunk.length;
        if (sizeBytes - written < IN_MEMORY_BYTES) continue;
        checkRoom?.();
        file ??= await openAnonymousFile(spoolFolder);
        await writePiecesAt(file, memory, written);
        written = sizeBytes;
        memory = [];
      }
      if (file && memory.length > 0) await writePiecesAt(file, memory, written);
    } catch (error) {
      await file?.close();
      throw error;
    }
    return new SpooledResponse(file ? Buffer.alloc(0) : Buffer.concat(memory), file, sizeBytes);
  }

  /** Yields the bytes from `start` (inclusive) to `end` (exclusive). The consumer may take over their memory. */
  async *read(start = 0, end = this.sizeBytes): AsyncGenerator<Uint8Array, void> {
    for (let at = start; at < end; ) {
      const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, end - at));
      if (this.#file) {
        const { bytesRead } = await this.#file.read(piece, 0, piece.length, at);
        if (bytesRead === 0) throw new Error('the spooled response is truncated');
        at += bytesRead;
        yield piece.subarray(0, bytesRead);
      } else {
        this.#memory.copy(piece, 0, at, at + piece.length);
        at += piece.length;
        yield piece;
      }
    }
  }

  async close(): Promise<void> {
    this.#memory = Buffer.alloc(0);
    await this.#file?.close();
  }
}
