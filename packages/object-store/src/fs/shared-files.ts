// Files that reads share, those that come at once and those that come one behind the other: opening and closing a file
// costs more than a small read of it. One that is gone is missed by the next reader, and none stays open for long.
// Own code instead of lru-cache: what is evicted must stay open for its readers, and the limit takes six lines.
import type { FileHandle } from './disk.ts';

/** After this a new reader opens the file anew, and it is closed when nobody reads. */
const KEPT_MS = 1000;
/** More than these are not kept for readers to come. */
const MOST_KEPT = 64;

export interface SharedFilesDeps {
  /**
   * What tells whether an open file is still in the store; undefined where that takes waiting for another machine: there a
   * file is closed with its last reader.
   */
  readonly presenceOf: ((file: FileHandle, key: string) => () => boolean) | undefined;
  /** Does something later, unless the process has ended by then. */
  later(delayMs: number, work: () => void): void;
  /** Does something when all that has arrived by now was seen to. */
  nextTurn(work: () => void): void;
}

interface OpenFile {
  readonly key: string;
  readonly file: Promise<FileHandle>;
  /** Undefined until it is open. */
  handle: FileHandle | undefined;
  isThere(): boolean;
  /** The turn in which it was last seen to be there. */
  seenIn: number;
  readers: number;
  /** The greater number was used later. */
  lastUse: number;
  /** Nobody joins its readers any more. */
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

  /** Reads from a key's file, which is opened unless it is open; rejects as `open` or as `read` does. */
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

  /** The key's file where it is open already: for what is done with it before anything else happens. */
  opened(key: string): FileHandle | undefined {
    return this.#find(key)?.handle;
  }

  /** Whoever reads from now on opens the file anew: it was removed. */
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
      this.#seen(shared);
    }
    // Not by its place in the Map: to move it there for each read makes rubbish live long (http-kit: server/connections.ts).
    shared.lastUse = ++this.#uses;
    return shared;
  }

  /** Who reads it in the same turn need not look once more: that takes as long as to read a little of it. */
  #seen(shared: OpenFile): void {
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
    if (this.#files.size > MOST_KEPT) this.#retire(this.#longestUnused());
    file
      .then(
        (handle) => {
          this.#deps.later(KEPT_MS, () => this.#retire(shared));
          if (this.#deps.presenceOf) shared.isThere = this.#deps.presenceOf(handle, key);
          shared.handle = handle;
        },
        // Its readers hear of it; the next one tries again.
        () => this.#drop(shared),
      )
      .catch(() => this.#retire(shared));
    return shared;
  }

  #longestUnused(): OpenFile {
    return [...this.#files.values()].reduce((first, file) => (file.lastUse < first.lastUse ? file : first));
  }

  #retire(shared: OpenFile): void {
    if (shared.retired) return;
    this.#drop(shared);
    shared.retired = true;
    this.#closeUnused(shared);
  }

  #drop(shared: OpenFile): void {
    if (this.#files.get(shared.key) === shared) this.#files.delete(shared.key);
  }

  #closeUnused({ retired, readers, file }: OpenFile): void {
    if (!retired || readers > 0) return;
    // Nobody need wait for it, and of a file only read it cannot fail in a way that matters.
    file.then((handle) => handle.close()).catch(() => undefined);
  }
}
