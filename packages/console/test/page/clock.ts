// Fake timers, which run only when a test advances the clock.

interface Timer {
  readonly id: number;
  atMs: number;
  readonly everyMs: number | undefined;
  readonly run: () => void;
}

export class PageClock {
  #nowMs = 0;
  #lastId = 0;
  readonly #timers = new Map<number, Timer>();

  /** Time since the page was opened. */
  get nowMs(): number {
    return this.#nowMs;
  }

  readonly setTimeout = (run: () => void, delayMs = 0): number => this.#add(run, delayMs, undefined);
  readonly setInterval = (run: () => void, everyMs = 0): number => this.#add(run, everyMs, everyMs);
  readonly clear = (id: number | undefined): void => void this.#timers.delete(id ?? 0);

  /** Runs the timers of the next `durationMs` in order, including timers that they start. */
  async advance(durationMs: number): Promise<void> {
    const endMs = this.#nowMs + durationMs;
    await settle();
    for (let next = this.#next(endMs); next !== undefined; next = this.#next(endMs)) {
      this.#nowMs = next.atMs;
      if (next.everyMs === undefined) this.#timers.delete(next.id);
      else next.atMs += next.everyMs;
      next.run();
      await settle();
    }
    this.#nowMs = endMs;
  }

  #add(run: () => void, delayMs: number, everyMs: number | undefined): number {
    const id = ++this.#lastId;
    this.#timers.set(id, { id, atMs: this.#nowMs + delayMs, everyMs, run });
    return id;
  }

  #next(endMs: number): Timer | undefined {
    const due = [...this.#timers.values()].filter(({ atMs }) => atMs <= endMs);
    return due.toSorted((one, other) => one.atMs - other.atMs || one.id - other.id)[0];
  }
}

/** Waits until responses have been read and rendered. */
async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
}
