// Small reads of objects, which come by the thousand: from files that stay open for a while and, where the kernel most
// likely has the bytes, without asking another thread for them.
import { beyondEnd, lengthWithin } from '../port/range.ts';
import { type FileHandle, readAt, readNow } from './disk.ts';
import type { RecentRanges } from './recent-ranges.ts';
import type { SharedFiles } from './shared-files.ts';

export interface SmallReadsDeps {
  readonly files: SharedFiles;
  /** Undefined where another machine may have to be asked for them. */
  readonly recent: RecentRanges | undefined;
  open(key: string): Promise<FileHandle>;
}

export class SmallReads {
  readonly #deps: SmallReadsDeps;

  constructor(deps: SmallReadsDeps) {
    this.#deps = deps;
  }

  /** Fills `room` with what was read lately; false when that is not had at once. Throws what reading does. */
  fillAtOnce(key: string, offset: number, room: Buffer): boolean {
    const { files, recent } = this.#deps;
    if (!recent?.has(key, offset, room.length)) return false;
    const file = files.opened(key);
    return file !== undefined && readNow(file, room, offset) === room.length;
  }

  /** Rejects with BadRangeError where the object ends before them, and as opening and reading do. */
  async bytes(key: string, offset: number, length: number): Promise<Buffer> {
    const { files, recent, open } = this.#deps;
    const bytes = await files.reading(
      key,
      () => open(key),
      (file) => bytesOf(file, key, offset, length),
    );
    recent?.add(key, offset, length);
    return bytes;
  }
}

async function bytesOf(handle: FileHandle, key: string, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length; ) {
    const range = { at: filled, length: length - filled, position: offset + filled };
    const bytesRead = await readAt(handle, bytes, range);
    if (bytesRead === 0) throw beyondEnd(key, undefined, offset, length);
    filled += bytesRead;
  }
  if (length === 0) lengthWithin(key, (await handle.stat()).size, offset, length);
  return bytes;
}
