// What creates under way may take together: their number, memory for bytes that wait, and how many write something large.

/** A number of bytes that many share. */
export class MemoryBudget {
  #freeBytes: number;

  constructor(totalBytes: number) {
    this.#freeBytes = totalBytes;
  }

  /** False when there are not so many left. */
  take(bytes: number): boolean {
    if (bytes > this.#freeBytes) return false;
    this.#freeBytes -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.#freeBytes += bytes;
  }
}

/** So many at a time, and no more: whoever comes when it is full is turned away. */
export class ConcurrencyLimit {
  readonly #most: number;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get count(): number {
    return this.#count;
  }

  /** False when it is full. */
  enter(): boolean {
    if (this.#count >= this.#most) return false;
    this.#count += 1;
    return true;
  }

  leave(): void {
    this.#count -= 1;
  }
}

/** So many at a time, and so many of one user: whoever comes when it is full is turned away. */
export class SharedLimit {
  readonly #all: ConcurrencyLimit;
  readonly #mostOfUser: number;
  readonly #ofUser = new Map<string, number>();

  constructor(most: number, mostOfUser: number) {
    this.#all = new ConcurrencyLimit(most);
    this.#mostOfUser = mostOfUser;
  }

  /** What is full, if anything; else `leave` must be called once. */
  enter(user: string): 'all' | 'user' | undefined {
    const count = this.#ofUser.get(user) ?? 0;
    if (count >= this.#mostOfUser) return 'user';
    if (!this.#all.enter()) return 'all';
    this.#ofUser.set(user, count + 1);
    return undefined;
  }

  leave(user: string): void {
    this.#all.leave();
    const count = this.#ofUser.get(user)! - 1;
    if (count === 0) this.#ofUser.delete(user);
    else this.#ofUser.set(user, count);
  }
}

/** So many at a time: whoever comes when it is full waits, in order. */
export class Semaphore {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves, with how to release it (once). Rejects when the signal aborts before. */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    return () => this.#release();
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((one) => one !== begin);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(begin);
    });
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
