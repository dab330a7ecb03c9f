// Limits concurrent work, in total and per user. Waiting users take turns. Replaces p-queue, which frees the slot of
// aborted work while the work is still running.

/** Frees the slot. Further calls have no effect. */
export type ReleaseSlot = () => void;

export class Semaphore {
  readonly #most: number;
  readonly #mostOfUser: number;
  #count = 0;
  readonly #ofUser = new Map<string, number>();
  /** Waiting callers by user, least recently served user first. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(most: number, mostOfUser = most) {
    this.#most = most;
    this.#mostOfUser = mostOfUser;
  }

  /** Number of slots in use. */
  get count(): number {
    return this.#count;
  }

  /** Returns whether the user is below the limit per user, regardless of other users. */
  hasShare(user: string): boolean {
    return (this.#ofUser.get(user) ?? 0) < this.#mostOfUser;
  }

  /** Acquires a slot without waiting. Returns undefined if no slot is free. */
  tryAcquire(user = ''): ReleaseSlot | undefined {
    return this.#count < this.#most && this.hasShare(user) ? this.#occupySlot(user) : undefined;
  }

  /** Waits for a slot. Rejects if the signal aborts first. */
  async acquire(signal: AbortSignal, user = ''): Promise<ReleaseSlot> {
    signal.throwIfAborted();
    return this.tryAcquire(user) ?? this.#wait(user, signal);
  }

  /** Waits for a slot and runs the work in it. Rejects if the signal aborts before the work starts. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  #occupySlot(user: string): ReleaseSlot {
    this.#count += 1;
    this.#ofUser.set(user, (this.#ofUser.get(user) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#freeSlot(user);
      isHeld = false;
    };
  }

  #freeSlot(user: string): void {
    this.#count -= 1;
    const left = this.#ofUser.get(user)! - 1;
    if (left > 0) this.#ofUser.set(user, left);
    else this.#ofUser.delete(user);
    this.#admitNext();
  }

  #admitNext(): void {
    for (const [user, line] of this.#waiting) {
      if (!this.hasShare(user)) continue;
      const [admit] = line;
      // Moves the user to the end of the waiting list.
      this.#waiting.delete(user);
      this.#waiting.set(user, line);
      admit!();
      return;
    }
  }

  #wait(user: string, signal: AbortSignal): Promise<ReleaseSlot> {
    return new Promise((resolve, reject) => {
      const line = this.#waiting.get(user) ?? new Set();
      const leave = (): void => {
        signal.removeEventListener('abort', withdraw);
        line.delete(admit);
        if (line.size === 0) this.#waiting.delete(user);
      };
      const admit = (): void => {
        leave();
        resolve(this.#occupySlot(user));
      };
      const withdraw = (): void => {
        leave();
        reject(signal.reason);
      };
      signal.addEventListener('abort', withdraw);
      line.add(admit);
      this.#waiting.set(user, line);
    });
  }
}
