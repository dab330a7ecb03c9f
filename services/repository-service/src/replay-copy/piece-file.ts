// Writes the file of one piece under a temporary name until it is complete. The file is not synced: checksums
// detect what a crash loses, and PostgreSQL still has the data.
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { valueLength } from '@holdfast/pg-kit';
import { KEY_OFFSET } from '../index/replay/raw-captures.ts';
import { compareBytes, ID_BYTES, readIdOffset, readTimeOffset, TIME_BYTES } from './key-order.ts';
import { ENTRY_BYTES, encodeFoot, entry, OFFSET_BYTES, writeInt64 } from './piece-format.ts';

/** Suffix of incomplete files. */
export const PARTIAL_SUFFIX = '.partial';

export class PieceFile {
  readonly #path: string;
  readonly #blockBytes: number;
  readonly #file: FileHandle;
  /** Captures of the block being filled, and their offsets in it. */
  readonly #block = new GrowingBytes();
  #offsets: number[] = [];
  /** Complete blocks that have not been written yet. */
  readonly #pending = new GrowingBytes();
  readonly #entries = new GrowingBytes();
  readonly #keys = new GrowingBytes();
  #lastKey: { at: number; bytes: number } | undefined;
  #blocks = 0;
  #captures = 0;
  #writtenBytes = 0;

  private constructor(path: string, blockBytes: number, file: FileHandle) {
    this.#path = path;
    this.#blockBytes = blockBytes;
    this.#file = file;
  }

  static async create(path: string, blockBytes: number): Promise<PieceFile> {
    return new PieceFile(path, blockBytes, await open(path + PARTIAL_SUFFIX, 'wx'));
  }

  get captures(): number {
    return this.#captures;
  }

  /** Bytes of all captures so far, written or not. */
  get bytes(): number {
    return this.#writtenBytes + this.#pending.length + this.#block.length;
  }

  /** Appends a capture, which must sort after the previous ones. Copies its values. */
  add(values: Buffer, start: number, end: number): void {
    const bytes = this.#block.length + end - start + (this.#offsets.length + 1) * OFFSET_BYTES;
    if (this.#offsets.length > 0 && bytes > this.#blockBytes) this.#endBlock();
    this.#offsets.push(this.#block.length);
    this.#block.add(values, start, end);
    this.#captures++;
  }

  #endBlock(): void {
    const begun = this.#pending.length;
    const captures = this.#block.written();
    this.#pending.add(captures, 0, captures.length);
    const offsets = this.#pending.extend(this.#offsets.length * OFFSET_BYTES);
    this.#offsets.forEach((offset, number) => {
      offsets.writeUInt32BE(offset, number * OFFSET_BYTES);
    });
    this.#addEntry(captures, this.#pending.written().subarray(begun));
    this.#block.clear();
    this.#offsets = [];
    this.#blocks++;
  }

  #addEntry(captures: Buffer, block: Buffer): void {
    const keyBytes = valueLength(captures, KEY_OFFSET);
    const { at } = this.#addKey(captures, KEY_OFFSET, keyBytes);
    const timeAt = readTimeOffset(captures, 0);
    const bytes = this.#entries.extend(ENTRY_BYTES);
    writeInt64(bytes, this.#writtenBytes + this.#pending.length - block.length, entry.place);
    bytes.writeUInt32BE(block.length, entry.bytes);
    bytes.writeUInt32BE(this.#offsets.length, entry.captures);
    bytes.writeUInt32BE(crc32(block), entry.crc);
    bytes.writeUInt32BE(at, entry.keyAt);
    bytes.writeUInt32BE(keyBytes, entry.keyBytes);
    captures.copy(bytes, entry.time, timeAt, timeAt + TIME_BYTES);
    const idAt = readIdOffset(captures, 0);
    captures.copy(bytes, entry.id, idAt, idAt + ID_BYTES);
  }

  /** Consecutive blocks that start with the same key share it. */
  #addKey(bytes: Buffer, start: number, length: number): { at: number } {
    const last = this.#lastKey;
    const keys = this.#keys.written();
    if (last && compareBytes(keys, last.at, last.bytes, bytes, start, length) === 0) return last;
    this.#lastKey = { at: keys.length, bytes: length };
    this.#keys.add(bytes, start, start + length);
    return this.#lastKey;
  }

  /** Writes complete blocks, which are held in memory until then. Call regularly. */
  async flush(): Promise<void> {
    await this.#write(this.#pending.written());
    this.#pending.clear();
  }

  /** Gives the file its final name. Returns its size in bytes. */
  async finish(from: string, below: string | undefined): Promise<number> {
    if (this.#offsets.length > 0) this.#endBlock();
    await this.flush();
    const index = Buffer.concat([this.#entries.written(), this.#keys.written()]);
    const foot = encodeFoot({
      from,
      below,
      captures: this.#captures,
      blocks: this.#blocks,
      indexPlace: this.#writtenBytes,
      indexBytes: index.length,
      indexCrc: crc32(index),
    });
    await this.#write(index);
    await this.#write(foot);
    await this.#file.close();
    await rename(this.#path + PARTIAL_SUFFIX, this.#path);
    return this.#writtenBytes;
  }

  /** Deletes the unfinished file. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.#path + PARTIAL_SUFFIX, { force: true });
  }

  async #write(bytes: Buffer): Promise<void> {
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, written);
      written += bytesWritten;
    }
    this.#writtenBytes += bytes.length;
  }
}

// A growing byte buffer whose memory is reused.
const LEAST_BYTES = 16 * 1024;

class GrowingBytes {
  #room = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(bytes: Buffer, start: number, end: number): void {
    this.#reserve(end - start);
    bytes.copy(this.#room, this.#length, start, end);
    this.#length += end - start;
  }

  /** Appends `bytes` bytes for the caller to fill before the next call. */
  extend(bytes: number): Buffer {
    this.#reserve(bytes);
    this.#length += bytes;
    return this.#room.subarray(this.#length - bytes, this.#length);
  }

  /** Valid until the next append. */
  written(): Buffer {
    return this.#room.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#room.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(LEAST_BYTES, 2 * this.#room.length, this.#length + bytes));
    this.#room.copy(larger, 0, 0, this.#length);
    this.#room = larger;
  }
}
