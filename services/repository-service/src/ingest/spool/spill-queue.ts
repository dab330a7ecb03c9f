// FIFO queue of buffers. Holds a limited amount in memory and spills the rest to an anonymous temporary file. Calls of
// its methods must not overlap.
import type { FileHandle } from 'node:fs/promises';
import { openAnonymousFile, writePiecesAt } from './anonymous-file.ts';

export interface SpillLocation {
  readonly spoolFolder: string;
  /** Throws if the disk lacks space for the file to grow. */
  checkRoom?(): void;
}

const LENGTH_BYTES = 4;

export class SpillQueue {
  readonly #place: SpillLocation;
  readonly #memoryBytes: number;
  /** Buffers in memory. They are older than all buffers in the file. */
  readonly #inMemory: Buffer[] = [];
  #heldBytes = 0;
  #file: FileHandle | undefined;
  #readTo = 0;
  #writtenTo = 0;
  #size = 0;

  constructor(place: SpillLocation, memoryBytes: number) {
    this.#place = place;
    this.#memoryBytes = memoryBytes;
  }

  /** Number of buffers in the queue. */
  get size(): number {
    return this.#size;
  }

  /** Adds a buffer, which the caller must not modify afterwards. Rejects with errors of `checkRoom`. */
  async push(piece: Buffer): Promise<void> {
    if (this.#readTo === this.#writtenTo && this.#heldBytes + piece.length <= this.#memoryBytes) {
      this.#inMemory.push(piece);
      this.#heldBytes += piece.length;
    } else {
      await this.#spill(piece);
    }
    this.#size += 1;
  }

  /** Removes and returns the oldest buffer. Returns undefined if the queue is empty. */
  async shift(): Promise<Buffer | undefined> {
    if (this.#size === 0) return undefined;
    this.#size -= 1;
    const held = this.#inMemory.shift();
    if (!held) return this.#readNext();
    this.#heldBytes -= held.length;
    return held;
  }

  /** Drops all buffers and closes the file. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #spill(piece: Buffer): Promise<void> {
    this.#place.checkRoom?.();
    this.#file ??= await openAnonymousFile(this.#place.spoolFolder);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(piece.length);
    await writePiecesAt(this.#file, [length, piece], this.#writtenTo);
    this.#writtenTo += LENGTH_BYTES + piece.length;
  }

  async #readNext(): Promise<Buffer> {
    const length = await this.#read(LENGTH_BYTES);
    const piece = await this.#read(length.readUInt32LE());
    // All written bytes were read, so write at the start of the file again.
    if (this.#readTo === this.#writtenTo) this.#readTo = this.#writtenTo = 0;
    return piece;
  }

  async #read(lengthBytes: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(lengthBytes);
    for (let filled = 0; filled < lengthBytes; ) {
      const rest = lengthBytes - filled;
      const { bytesRead } = await this.#file!.read(bytes, filled, rest, this.#readTo);
      if (bytesRead === 0) throw new Error('the spool file is truncated');
      filled += bytesRead;
      this.#readTo += bytesRead;
    }
    return bytes;
  }
}
