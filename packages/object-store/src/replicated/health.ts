// Circuit breaker of one store. It opens if a read takes longer than a second, or if an operation and the probe that
// follows both fail. It blocks only writes if a write and the test write that follows both fail or take too long. It
// closes after a successful probe.
import { ObjectStoreUnavailableError } from '../port/errors.ts';

/** Kind of an operation. A `long` operation, such as a listing, may be slow. */
export type OperationKind = 'read' | 'write' | 'long';

export interface HealthDeps {
  /** Resolves if the store responds and is the expected store. */
  probe(): Promise<void>;
  /** Writes and removes a small object. */
  probeWriting(): Promise<void>;
  /** Returns whether too few other stores are usable. This store is then used even if it is slow. */
  isNeeded(kind: 'read' | 'write'): boolean;
  /** Called when the state has changed. */
  onChange(): void;
  nowMs(): number;
}

interface Operation {
  readonly sinceMs: number;
  fail(error: Error): void;
}

/** Maximum duration of a read or a probe. The breaker opens after this time. */
export const SLOW_MS = 1_000;
/** Time without progress after which a write is considered hung, even if small writes succeed meanwhile. */
const HUNG_WRITE_MS = 30_000;
const TICK_MS = 100;
/** Maximum interval between two ticks. A longer one means that the whole process was suspended. */
const MAX_TICK_MS = 4 * TICK_MS;
/** Maximum number of unfinished probes. Each probe of a hanging disk may occupy a thread. */
const MAX_HANGING = 3;
const NO_ANSWER = 'it has not answered for a second';
const PROBE_EVERY_MS = 1_000;
/** Interval between probes of a working store. */
const LOOK_EVERY_MS = 5_000;
const MIN_HEDGE_MS = 2;
const MAX_HEDGE_MS = 25;
const SAMPLES = 256;
const HEDGES_PER_READ = 0.05;
const MAX_HEDGES = 10;

export class StoreHealth {
  readonly #deps: HealthDeps;
  readonly #operations: Record<OperationKind, Set<Operation>> = {
    read: new Set(),
    write: new Set(),
    long: new Set(),
  };
  readonly #timer: NodeJS.Timeout;
  readonly #latencies = new Float64Array(SAMPLES);
  #samples = 0;
  #hedgeMs = MAX_HEDGE_MS;
  #hedges = MAX_HEDGES;
  #blocked: string | undefined = 'it has not been reached yet';
  #writeBlocked: string | undefined;
  #nextProbeMs = 0;
  #tickedMs = performance.now();
  #awakeSinceMs = 0;
  #probing: Promise<void> | undefined;
  #doubtsWriting = false;
  /** Number of unfinished probes, including those that timed out. */
  #hanging = 0;
  #closed = false;

  constructor(deps: HealthDeps) {
    this.#deps = deps;
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  /** Reason why the store is not used. Undefined if it is used. */
  get blocked(): string | undefined {
    return this.#blocked;
  }

  /** Reason why the store gets no writes. Undefined if it gets writes. */
  get writeBlocked(): string | undefined {
    return this.#blocked ?? this.#writeBlocked;
  }

  /** Time after which a read is also sent to a second store. */
  get hedgeMs(): number {
    return this.#hedgeMs;
  }

  /** True if a read has been running for longer than almost all reads take. */
  get isSlow(): boolean {
    return this.#operations.read.size > 0 && this.#ageOfOldest('read', performance.now()) > MAX_HEDGE_MS;
  }

  /** Returns whether a read may also be sent to a second store. Returns true for about one read in twenty. */
  takeHedge(): boolean {
    if (this.#blocked !== undefined) return true;
    if (this.#hedges < 1) return false;
    this.#hedges--;
    return true;
  }

  /**
   * Runs `work` through the breaker. Rejects with ObjectStoreUnavailableError if the breaker opens first; the late
   * result is then passed to `discard`.
   */
  track<T>(kind: OperationKind, work: Promise<T>, discard?: (late: T) => void): Promise<T> {
    const operations = this.#operations[kind];
    const begunMs = performance.now();
    return new Promise<T>((resolve, reject) => {
      const operation: Operation = { sinceMs: begunMs, fail: reject };
      operations.add(operation);
      work.then(
        (value) => {
          if (!operations.delete(operation)) discard?.(value);
          else if (kind === 'read') this.#recordLatency(performance.now() - begunMs);
          resolve(value);
        },
        (error: unknown) => {
          operations.delete(operation);
          if (error instanceof ObjectStoreUnavailableError) this.#handleFailure(kind);
          reject(error);
        },
      );
    });
  }

  /** Probes the store immediately. Call this after an operation that failed or returned wrong bytes. */
  suspect(): void {
    this.#nextProbeMs = 0;
    this.#tick();
  }

  /** Starts a probe and resolves when it has finished. */
  async probeNow(): Promise<void> {
    await this.#probing;
    await this.#probe();
  }

  /** Resolves when the running probe, if any, has finished. */
  get probed(): Promise<void> {
    return this.#probing ?? Promise.resolve();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
  }

  #recordLatency(durationMs: number): void {
    this.#hedges = Math.min(MAX_HEDGES, this.#hedges + HEDGES_PER_READ);
    this.#latencies[this.#samples++ % SAMPLES] = durationMs;
    if (this.#samples % 64 !== 0) return;
    const sorted = this.#latencies.slice(0, Math.min(this.#samples, SAMPLES)).sort();
    const p95 = sorted[Math.floor(0.95 * sorted.length)] ?? MAX_HEDGE_MS;
    this.#hedgeMs = Math.min(MAX_HEDGE_MS, Math.max(MIN_HEDGE_MS, p95));
  }

  #handleFailure(kind: OperationKind): void {
    if (this.#closed) return;
    if (kind === 'write') this.#doubtsWriting = true;
    this.suspect();
  }

  #tick(): void {
    if (this.#closed) return;
    const nowMs = performance.now();
    // Ignores the time for which the process was suspended, because no result could arrive.
    if (nowMs - this.#tickedMs > MAX_TICK_MS) this.#awakeSinceMs = nowMs;
    this.#tickedMs = nowMs;
    if (this.#ageOfOldest('read', nowMs) > SLOW_MS) this.#block(NO_ANSWER);
    const writeMs = this.#ageOfOldest('write', nowMs);
    if (writeMs > HUNG_WRITE_MS) this.#blockWriting('a write has not ended for 30 seconds');
    if (writeMs > SLOW_MS) this.#doubtsWriting = true;
    const isDue = this.#deps.nowMs() >= this.#nextProbeMs || this.#doubtsWriting;
    if (isDue) void this.#probe();
  }

  #probe(): Promise<void> {
    this.#probing ??= this.#probeBoth().finally(() => {
      this.#probing = undefined;
      const isWell = this.writeBlocked === undefined;
      this.#nextProbeMs = this.#deps.nowMs() + (isWell ? LOOK_EVERY_MS : PROBE_EVERY_MS);
    });
    return this.#probing;
  }

  async #probeBoth(): Promise<void> {
    const probesWriting = this.#doubtsWriting || this.#writeBlocked !== undefined;
    this.#doubtsWriting = false;
    await this.#runProbe(
      () => this.#deps.probe(),
      (reason) => this.#block(reason),
      () => this.#unblock(),
    );
    if (!probesWriting || this.#blocked !== undefined) return;
    await this.#runProbe(
      () => this.#deps.probeWriting(),
      (reason) => this.#blockWriting(reason),
      () => this.#unblockWriting(),
    );
  }

  /** Runs a probe. Blocks the store if the probe fails or takes longer than a second. Does not reject. */
  async #runProbe(
    probe: () => Promise<void>,
    block: (reason: string) => void,
    unblock: () => void,
  ): Promise<void> {
    if (this.#hanging >= MAX_HANGING) {
      block(NO_ANSWER);
      return;
    }
    this.#hanging++;
    const outcome = probe()
      .then(() => undefined, describeProbeFailure)
      .finally(() => this.#hanging--);
    const reason = await Promise.race([outcome, this.#waitUntilSlow(outcome)]);
    if (reason === undefined) unblock();
    else block(reason);
  }

  /** Resolves when the probe has finished, or after a second in which the process was not suspended. */
  async #waitUntilSlow(outcome: Promise<unknown>): Promise<string> {
    let isEnded = false;
    const ended = outcome.then(() => {
      isEnded = true;
    });
    for (let sinceMs = Number.NaN; !isEnded; ) {
      // A late timer means that the process was suspended. The elapsed time then says nothing about the store.
      if (performance.now() - sinceMs < SLOW_MS + MAX_TICK_MS) return NO_ANSWER;
      sinceMs = performance.now();
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, SLOW_MS);
      await Promise.race([late.promise, ended]).finally(() => clearTimeout(timer));
    }
    return NO_ANSWER;
  }

  #block(reason: string): void {
    if (this.#closed || this.#shouldStayInUse('read', reason)) return;
    const isNew = this.#blocked !== reason;
    this.#blocked = reason;
    for (const kind of ['read', 'write', 'long'] as const) this.#fail(kind, reason);
    if (isNew) this.#deps.onChange();
  }

  /**
   * Returns true if a slow store stays in use because too few other stores are usable. On a busy machine all stores are
   * slow, and waiting is better than failing.
   */
  #shouldStayInUse(kind: 'read' | 'write', reason: string): boolean {
    const isUsed = (kind === 'read' ? this.#blocked : this.writeBlocked) === undefined;
    return isUsed && reason === NO_ANSWER && this.#deps.isNeeded(kind);
  }

  #unblock(): void {
    if (this.#closed || this.#blocked === undefined) return;
    this.#blocked = undefined;
    this.#deps.onChange();
  }

  #blockWriting(reason: string): void {
    if (this.#closed || this.#shouldStayInUse('write', reason)) return;
    const isNew = this.#writeBlocked !== reason;
    this.#writeBlocked = reason;
    this.#fail('write', reason);
    if (isNew) this.#deps.onChange();
  }

  #unblockWriting(): void {
    if (this.#writeBlocked === undefined) return;
    this.#writeBlocked = undefined;
    this.#deps.onChange();
  }

  #fail(kind: OperationKind, reason: string): void {
    const operations = [...this.#operations[kind]];
    this.#operations[kind].clear();
    for (const operation of operations) operation.fail(new ObjectStoreUnavailableError(reason));
  }

  #ageOfOldest(kind: OperationKind, nowMs: number): number {
    for (const { sinceMs } of this.#operations[kind]) return nowMs - Math.max(sinceMs, this.#awakeSinceMs);
    return 0;
  }
}

/** Explains why a probe failed. A probe that timed out and a probe that is still running have the same explanation. */
function describeProbeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isGivenUp = ['AbortError', 'TimeoutError'].includes(error.name) || error.message.endsWith(NO_ANSWER);
  return isGivenUp ? NO_ANSWER : error.message;
}
