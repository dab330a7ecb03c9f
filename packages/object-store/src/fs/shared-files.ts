// Files that reads hold open together while they overlap, or nearly: opening and closing one costs more than a small read
// of it. Nothing stays open once nobody reads.
import type { FileHandle } from './disk.ts';

/** After this a new reader opens the file anew, so that under unceasing reads, too, a file that is gone is missed. */
const MAX_SHARED_MS = 1000;
/**
 * A file stays open for so many turns of the event loop after its last reader. Under load the next reader comes within
 * them; at rest they pass at once.
 */
const IDLE_TURNS = 6;

interface OpenFile {
  file: Promise<FileHandle>;
  openedMs: number;
  readers: number;
  /** Until it is closed; 0 when they are not counted. */
  turnsLeft: number;
}

export class SharedFiles {
  readonly #nowMs: () => number;
  readonly #files = new Map<string, OpenFile>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Reads from a key's file, which is opened unless somebody has it open; rejects as `open` or as `read` does. */
  async reading<T>(
    key: string,
    open: () => Promise<FileHandle>,
    read: (file: FileHandle) => Promise<T>,
  ): Promise<T> {
    const shared = this.#join(key, open);
    try {
      return await read(await shared.file);
    } finally {
      this.#leave(key, shared);
    }
  }

  /** Whoever reads from now on opens the file anew: it was removed. */
  forget(key: string): void {
    this.#files.delete(key);
  }

  #join(key: string, open: () => Promise<FileHandle>): OpenFile {
    const nowMs = this.#nowMs();
    let shared = this.#files.get(key);
    if (!shared || nowMs - shared.openedMs > MAX_SHARED_MS) {
      shared = this.#open(key, open(), nowMs);
    }
    shared.readers++;
    return shared;
  }

  #open(key: string, file: Promise<FileHandle>, openedMs: number): OpenFile {
    const shared: OpenFile = { file, openedMs, readers: 0, turnsLeft: 0 };
    this.#files.set(key, shared);
    // Its readers hear of it; the next one tries again.
    file.catch(() => this.#drop(key, shared));
    return shared;
  }

  #drop(key: string, shared: OpenFile): void {
    if (this.#files.get(key) === shared) this.#files.delete(key);
  }

  #leave(key: string, shared: OpenFile): void {
    if (--shared.readers > 0) return;
    const counted = shared.turnsLeft > 0;
    shared.turnsLeft = IDLE_TURNS;
    if (!counted) setImmediate(() => this.#turn(key, shared));
  }

  #turn(key: string, shared: OpenFile): void {
    shared.turnsLeft = shared.readers > 0 ? 0 : shared.turnsLeft - 1;
    if (shared.turnsLeft > 0) setImmediate(() => this.#turn(key, shared));
    else if (shared.readers === 0) this.#close(key, shared);
  }

  #close(key: string, shared: OpenFile): void {
    this.#drop(key, shared);
    // Nobody need wait for it, and of a file only read it cannot fail in a way that matters.
    shared.file.then((file) => file.close()).catch(() => undefined);
  }
}
