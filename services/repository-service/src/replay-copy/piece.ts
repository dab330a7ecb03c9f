// An open piece of a replay copy: captures of a key range in one snapshot, in an immutable file. Recently
// read bytes are read synchronously from the page cache; everything else must be loaded first. Checksums are
// verified on every read.
import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { BlockIndex } from './block-index.ts';
import { DamagedPieceError } from './damaged-piece-error.ts';
import { type Foot, readBoundsBytes, readFoot, TAIL_BYTES } from './piece-format.ts';
import type { PieceMemory } from './piece-memory.ts';
import { READ_BYTES } from './read-room.ts';

/** Bytes read from the end of a file to open it. Key bounds rarely need more. */
const END_BYTES = 1024;

export class OpenPiece {
  readonly path: string;
  readonly memory: PieceMemory;
  readonly from: string;
  readonly below: string | undefined;
  readonly captures: number;
  /** The bounds as bytes. */
  readonly fromKey: Buffer;
  readonly belowKey: Buffer | undefined;
  readonly #foot: Foot;
  readonly #file: FileHandle;
  #index: BlockIndex | undefined;
  #indexUnderWay: Promise<void> | undefined;
  #lastUse = 0;
  #reads = 0;
  #isClosed = false;
  #onLastRead: (() => void) | undefined;

  private constructor(memory: PieceMemory, path: string, file: FileHandle, foot: Foot) {
    this.memory = memory;
    this.path = path;
    this.from = foot.from;
    this.below = foot.below;
    this.captures = foot.captures;
    this.fromKey = Buffer.from(foot.from);
    this.belowKey = foot.below === undefined ? undefined : Buffer.from(foot.below);
    this.#foot = foot;
    this.#file = file;
  }

  /** Rejects with DamagedPieceError if the file is incomplete, and with errors of opening a file. */
  static async open(memory: PieceMemory, path: string): Promise<OpenPiece> {
    const file = await open(path);
    try {
      return new OpenPiece(memory, path, file, await footIn(file, path));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Waits for running reads. Look-ups get nothing from the piece afterwards. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.release();
    this.memory.room.forget(this);
    if (this.#reads > 0)
      await new Promise<void>((resolve) => {
        this.#onLastRead = resolve;
      });
    await this.#file.close();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Undefined until loaded, and again after its memory was released for other pieces. */
  get index(): BlockIndex | undefined {
    this.#lastUse = this.memory.nextUse();
    return this.#index;
  }

  get lastUse(): number {
    return this.#lastUse;
  }

  get heldBytes(): number {
    return this.#index?.heldBytes ?? 0;
  }

  release(): void {
    this.memory.letGo(this);
    this.#index = undefined;
  }

  /** Rejects with DamagedPieceError. */
  loadIndex(): Promise<void> {
    if (this.#index) return Promise.resolve();
    this.#indexUnderWay ??= this.#readIndex().finally(() => {
      this.#indexUnderWay = undefined;
    });
    return this.#indexUnderWay;
  }

  async #readIndex(): Promise<void> {
    const { indexPlace, indexBytes, indexCrc, blocks } = this.#foot;
    const bytes = Buffer.allocUnsafeSlow(indexBytes);
    if (!(await this.#readWhole(bytes, indexPlace))) return;
    if (crc32(bytes) !== indexCrc) throw new DamagedPieceError(this.path, 'its index is damaged');
    this.#index = new BlockIndex(bytes, blocks);
    this.#lastUse = this.memory.nextUse();
    this.memory.hold(this);
  }

  /** Reads these blocks, inclusive, and verifies their checksums. Rejects with DamagedPieceError. */
  async loadBlocks(index: BlockIndex, first: number, last: number): Promise<void> {
    const room = Buffer.allocUnsafe(this.#mostBytes(index, first, last));
    for (let block = first; block <= last; ) {
      const end = endOfRead(index, block, last);
      const bytes = room.subarray(0, index.bytesBetween(block, end));
      if (!(await this.#readWhole(bytes, index.place(block)))) return;
      this.#check(bytes, index, block, end);
      index.wereRead(block, end, this.memory.nowS());
      block = end + 1;
    }
  }

  #check(bytes: Buffer, index: BlockIndex, first: number, last: number): void {
    const damaged = index.firstDamaged(bytes, first, last);
    if (damaged !== undefined) throw new DamagedPieceError(this.path, `its block ${damaged} is damaged`);
  }

  #mostBytes(index: BlockIndex, first: number, last: number): number {
    let most = 0;
    for (let block = first; block <= last; ) {
      const end = endOfRead(index, block, last);
      most = Math.max(most, index.bytesBetween(block, end));
      block = end + 1;
    }
    return most;
  }

  /** Reads these blocks, inclusive, synchronously; only for warm blocks. Throws DamagedPieceError. */
  readNow(room: Buffer, index: BlockIndex, first: number, last: number): void {
    const [place, bytes] = [index.place(first), index.bytesBetween(first, last)];
    for (let filled = 0; filled < bytes; ) {
      const read = this.#readSome(room, filled, bytes - filled, place + filled);
      if (read === 0) throw new DamagedPieceError(this.path, 'it has become shorter');
      filled += read;
    }
    this.#check(room, index, first, last);
  }

  #readSome(room: Buffer, at: number, bytes: number, place: number): number {
    try {
      return readSync(this.#file.fd, room, at, bytes, place);
    } catch (error) {
      throw new DamagedPieceError(this.path, 'it cannot be read', { cause: error });
    }
  }

  /** Returns false if the piece was closed before. */
  async #readWhole(bytes: Buffer, place: number): Promise<boolean> {
    if (this.#isClosed) return false;
    this.#reads++;
    try {
      if (!(await fill(this.#file, bytes, place)))
        throw new DamagedPieceError(this.path, 'it has become shorter');
      return !this.#isClosed;
    } catch (error) {
      if (error instanceof DamagedPieceError) throw error;
      throw new DamagedPieceError(this.path, 'it cannot be read', { cause: error });
    } finally {
      this.#reads--;
      if (this.#reads === 0) this.#onLastRead?.();
    }
  }
}

/** Returns the last block up to `last` that is read together with this one. */
function endOfRead(index: BlockIndex, block: number, last: number): number {
  let [end, bytes] = [block, index.bytes(block)];
  while (end < last && bytes + index.bytes(end + 1) <= READ_BYTES) bytes += index.bytes(++end);
  return end;
}

async function footIn(file: FileHandle, path: string): Promise<Foot> {
  const { size } = await file.stat();
  let end = await endOf(file, path, size, END_BYTES);
  const footBytes = readBoundsBytes(path, end) + TAIL_BYTES;
  if (footBytes > end.length) end = await endOf(file, path, size, footBytes);
  return readFoot(path, end, size);
}

async function endOf(file: FileHandle, path: string, size: number, bytes: number): Promise<Buffer> {
  const end = Buffer.allocUnsafe(Math.min(size, bytes));
  if (!(await fill(file, end, size - end.length))) throw new DamagedPieceError(path, 'it has become shorter');
  return end;
}

/** Returns false if the file ends too early. */
async function fill(file: FileHandle, bytes: Buffer, place: number): Promise<boolean> {
  for (let filled = 0; filled < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, place + filled);
    if (bytesRead === 0) return false;
    filled += bytesRead;
  }
  return true;
}
