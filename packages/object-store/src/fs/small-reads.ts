// Serves small reads, of which there may be thousands per second. Keeps files open, and reads synchronously if the
// bytes are probably in the kernel's page cache.
import { computeReadLength, createBeyondEndError } from '../port/range.ts';
import { type FileHandle, readBytesAt, readFileSynchronously } from './disk.ts';
import type { DiskGate } from './gate.ts';
import type { RecentRanges } from './recent-ranges.ts';
import type { SharedFiles } from './shared-files.ts';

export interface SmallReadsDeps {
  readonly files: SharedFiles;
  /** Recently read ranges. Undefined for network file systems. */
  readonly recent: RecentRanges | undefined;
  open(key: string): Promise<FileHandle>;
  /** Limits the number of threads that these reads occupy concurrently. */
  readonly gate: DiskGate | undefined;
}

export class SmallReads {
  readonly #deps: SmallReadsDeps;

  constructor(deps: SmallReadsDeps) {
    this.#deps = deps;
  }

  /** Fills `room` synchronously if the range was read recently. Returns true on success. Throws read errors. */
  fillAtOnce(key: string, offset: number, room: Buffer): boolean {
    const { files, recent } = this.#deps;
    if (!recent?.has(key, offset, room.length)) return false;
    const file = files.opened(key);
    return file !== undefined && readFileSynchronously(file, room, offset) === room.length;
  }

  /** Rejects with BadRangeError if the object is too short, or with the error of opening or reading. */
  async bytes(key: string, offset: number, length: number): Promise<Buffer> {
    const { files, recent, open, gate } = this.#deps;
    const bytes = await files.reading(
      key,
      () => open(key),
      (file) => readRange(file, { key, offset, length }, gate),
    );
    recent?.add(key, offset, length);
    return bytes;
  }
}

interface SmallRange {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
}

async function readRange(
  handle: FileHandle,
  { key, offset, length }: SmallRange,
  gate: DiskGate | undefined,
): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length; ) {
    const range = { at: filled, length: length - filled, position: offset + filled };
    const read = () => readBytesAt(handle, bytes, range);
    const bytesRead = await (gate ? gate.run(read) : read());
    if (bytesRead === 0) throw createBeyondEndError(key, undefined, offset, length);
    filled += bytesRead;
  }
  if (length === 0) computeReadLength(key, (await handle.stat()).size, offset, length);
  return bytes;
}
