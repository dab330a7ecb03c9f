// Shares open files among concurrent and successive reads, because opening and closing a file takes longer than a small
// read. Never returns a deleted file to a reader. Closes files soon after their last use. Does not use lru-cache,
// because an evicted file must stay open for its readers.
import type { FileHandle } from './disk.ts';

/** Age in milliseconds at which a reader opens the file anew. The old handle is closed after its last reader. */
const KEPT_MS = 1000;
/** Maximum number of files that stay open without a reader. */
const MAX_KEPT = 64;

export interface SharedFilesDeps {
  /**
   * Returns a function that checks whether an open file is still in the store. Undefined for network file systems,
   * where each check would take a round trip. Their files are closed after the last reader.
   */
  readonly presenceOf: ((file: FileHandle, key: string) => () => boolean) | undefined;
  /** Runs `work` after `delayMs`, with a timer that does not keep the process alive. */
  later(delayMs: number, work: () => void): void;
  /** Runs `work` after all events that have already arrived. */
  nextTurn(work: () => void): void;
}

interface OpenFile {
  readonly key: string;
  readonly file: Promise<FileHandle>;
  /** Handle of the open file. Undefined while the file is being opened. */
  handle: FileHandle | undefined;
  isThere(): boolean;
  /** Turn of the event loop in which the file was last checked. */
  seenIn: number;
  readers: number;
  /** Value of the use counter at the last use. */
  lastUse: number;
  /** True if new readers must open the file again. */
  retired: boolean;
}

export class SharedFiles {
  readonly #deps: SharedFilesDeps;
  readonly #files = new Map<string, OpenFile>();
  #uses = 0;
  #turn = 0;
  #endsTurn = false;

  constructor(deps: SharedFilesDeps) {
    this.#deps = deps;
  }

  /** Opens the file of a key if necessary, and calls `read` with it. Rejects with errors of `open` and `read`. */
  async reading<T>(
    key: string,
    open: () => Promise<FileHandle>,
    read: (file: FileHandle) => Promise<T>,
  ): Promise<T> {
    const shared = this.#find(key) ?? this.#open(key, open());
    shared.readers++;
    try {
      return await read(await shared.file);
    } finally {
      shared.readers--;
      if (this.#deps.presenceOf === undefined && shared.readers === 0) this.#retire(shared);
      else this.#closeUnused(shared);
    }
  }

  /** Returns the open file of a key, or undefined if it is not open. The file may be closed after the next `await`. */
  opened(key: string): FileHandle | undefined {
    return this.#find(key)?.handle;
  }

  /** Call this after a file was removed. Later readers then open it again, and fail if it no longer exists. */
  forget(key: string): void {
    const shared = this.#files.get(key);
    if (shared) this.#retire(shared);
  }

  forgetAll(): void {
    for (const shared of this.#files.values()) this.#retire(shared);
  }

  #find(key: string): OpenFile | undefined {
    const shared = this.#files.get(key);
    if (!shared) return undefined;
    if (shared.seenIn !== this.#turn) {
      if (!shared.isThere()) {
        this.#retire(shared);
        return undefined;
      }
      this.#markChecked(shared);
    }
    // Orders files by a counter. Reinserting an entry into the Map for each read would retain garbage for a long time
    // (see server/connections.ts of http-kit).
    shared.lastUse = ++this.#uses;
    return shared;
  }

  /** Checks a file at most once per turn of the event loop, because a check takes as long as a small read. */
  #markChecked(shared: OpenFile): void {
    shared.seenIn = this.#turn;
    if (this.#endsTurn) return;
    this.#endsTurn = true;
    this.#deps.nextTurn(() => {
      this.#endsTurn = false;
      this.#turn++;
    });
  }

  #open(key: string, file: Promise<FileHandle>): OpenFile {
    const shared: OpenFile = {
      key,
      file,
      handle: undefined,
      isThere: () => true,
      seenIn: -1,
      readers: 0,
      lastUse: ++this.#uses,
      retired: false,
    };
    this.#files.set(key, shared);
    if (this.#files.size > MAX_KEPT) this.#retire(this.#findLongestUnused());
    file
      .then(
        (handle) => {
          this.#deps.later(KEPT_MS, () => this.#retire(shared));
          if (this.#deps.presenceOf) shared.isThere = this.#deps.presenceOf(handle, key);
          shared.handle = handle;
        },
        // Only the waiting readers get the error. A later reader tries to open the file again.
        () => this.#removeEntry(shared),
      )
      .catch(() => this.#retire(shared));
    return shared;
  }

  #findLongestUnused(): OpenFile {
    return [...this.#files.values()].reduce((first, file) => (file.lastUse < first.lastUse ? file : first));
  }

  #retire(shared: OpenFile): void {
    if (shared.retired) return;
    this.#removeEntry(shared);
    shared.retired = true;
    this.#closeUnused(shared);
  }

  #removeEntry(shared: OpenFile): void {
    if (this.#files.get(shared.key) === shared) this.#files.delete(shared.key);
  }

  #closeUnused({ retired, readers, file }: OpenFile): void {
    if (!retired || readers > 0) return;
    // Does not wait until the file is closed. If closing fails, no data is lost, because the file was only read.
    file.then((handle) => handle.close()).catch(() => undefined);
  }
}
