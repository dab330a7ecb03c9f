// What creates under way may take together: their number, memory for bytes that wait, turns to write something large.

/** A number of bytes that many share. */
export class Allowance {
  #leftBytes: number;

  constructor(totalBytes: number) {
    this.#leftBytes = totalBytes;
  }

  /** False when there are not so many left. */
  take(bytes: number): boolean {
    if (bytes > this.#leftBytes) return false;
    this.#leftBytes -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.#leftBytes += bytes;
  }
}

/** So many at a time, and no more. */
export class Crowd {
  #most: number;
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  /** False when it is full. */
  enter(): boolean {
    if (this.#size >= this.#most) return false;
    this.#size += 1;
    return true;
  }

  leave(): void {
    this.#size -= 1;
  }
}

/** Lets a few in at a time, in the order they came. */
export class Turns {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves, when it is one's turn, with how to end it (once). Rejects when the signal aborts before. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    return () => this.#next();
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

  #next(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
