// Files that reads hold open together while they overlap: opening and closing one costs more than a small read of it.
// Nothing stays open once nobody reads.
import type { FileHandle } from './disk.ts';

/** After this a new reader opens the file anew, so that under unceasing reads, too, a file that is gone is missed. */
const longestSharedMs = 1000;

interface OpenFile {
  file: Promise<FileHandle>;
  openedMs: number;
  readers: number;
}

export class SharedFiles {
  readonly #nowMs: () => number;
  readonly #files = new Map<string, OpenFile>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Reads from the file, which is opened unless somebody has it open; rejects as `open` or as `read` does. */
  async reading<T>(
    path: string,
    open: () => Promise<FileHandle>,
    read: (file: FileHandle) => Promise<T>,
  ): Promise<T> {
    const shared = this.#join(path, open);
    try {
      return await read(await shared.file);
    } finally {
      this.#leave(path, shared);
    }
  }

  /** Whoever reads from now on opens the file anew: it was removed. */
  forget(path: string): void {
    this.#files.delete(path);
  }

  #join(path: string, open: () => Promise<FileHandle>): OpenFile {
    const nowMs = this.#nowMs();
    let shared = this.#files.get(path);
    if (!shared || nowMs - shared.openedMs > longestSharedMs) {
      shared = { file: open(), openedMs: nowMs, readers: 0 };
      this.#files.set(path, shared);
    }
    shared.readers++;
    return shared;
  }

  #leave(path: string, shared: OpenFile): void {
    if (--shared.readers > 0) return;
    if (this.#files.get(path) === shared) this.#files.delete(path);
    // Nobody need wait for it, and of a file only read it cannot fail in a way that matters.
    shared.file.then((file) => file.close()).catch(() => undefined);
  }
}
