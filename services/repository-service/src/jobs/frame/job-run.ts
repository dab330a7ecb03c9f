// State of a pass of a job: position, rate limit and progress.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import type { Progress } from '../../domain/job-progress.ts';
import { failJob, type JobState, saveJob } from '../../index/keeping/jobs.db.ts';
import type { IndexSchema } from '../../index/schema.ts';

export interface JobDeps {
  readonly database: Database<IndexSchema>;
  nowMs(): number;
  readonly log: Log;
  /** Notified of the job's start, progress and end. The methods must not throw. */
  readonly observe?: JobObserver | undefined;
}

export interface JobObserver {
  started?(job: string, progress: Progress): void;
  advanced?(job: string, progress: Progress): void;
  ended?(job: string, outcome: 'finished' | 'interrupted' | 'failed'): void;
}

/** Interval between saves of the position. */
const SAVE_EVERY_MS = 1_000;

/** Functions of the job framework for a running job. */
export class JobRun {
  readonly name: string;
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Number of this pass. */
  readonly number: number;
  readonly progress: Progress;
  #position: unknown;
  readonly #deps: JobDeps;
  readonly #pace: TransferRateLimiter;
  #savedMs: number;

  constructor(
    deps: JobDeps,
    job: { name: string; bytesPerSecond?: number | undefined },
    state: JobState,
    signal: AbortSignal,
  ) {
    this.name = job.name;
    this.signal = signal;
    this.log = deps.log.child({ job: job.name });
    this.number = state.run;
    this.progress = { items: 0, bytes: 0, ...state.progress, counts: { ...state.progress?.counts } };
    this.#position = state.position;
    this.#deps = deps;
    this.#pace = createTransferRateLimiter(deps.nowMs, job.bytesPerSecond);
    this.#savedMs = deps.nowMs();
  }

  /**
   * Last position that this process, or an earlier interrupted one, passed to `reached`. Undefined at the start of a
   * pass.
   */
  get position(): unknown {
    return this.#position;
  }

  expect(total: { items?: number; bytes?: number }): void {
    this.progress.totalItems = total.items ?? this.progress.totalItems;
    this.progress.totalBytes = total.bytes ?? this.progress.totalBytes;
  }

  /** Waits until the rate limit allows this many more bytes. Throws when the job must stop. */
  throttle(bytes: number): Promise<void> {
    return this.#pace.take(bytes, this.signal);
  }

  done({
    items = 0,
    bytes = 0,
    counts = {},
  }: {
    items?: number;
    bytes?: number;
    counts?: Record<string, number>;
  }): void {
    const { progress } = this;
    progress.items += items;
    progress.bytes += bytes;
    for (const [name, count] of Object.entries(counts)) {
      progress.counts[name] = (progress.counts[name] ?? 0) + count;
    }
    this.#deps.observe?.advanced?.(this.name, progress);
  }

  /**
   * Reports that all work up to this position (a JSON value) is finished. After a crash, the job resumes here or
   * shortly before. Throws when the job must stop.
   */
  async reached(position: unknown): Promise<void> {
    this.#position = position;
    if (this.#deps.nowMs() - this.#savedMs >= SAVE_EVERY_MS) await this.save();
    this.signal.throwIfAborted();
  }

  /** Saves the position immediately. */
  async save(failure?: string): Promise<void> {
    this.#savedMs = this.#deps.nowMs();
    const { kysely } = this.#deps.database;
    const state = { position: this.#position, progress: this.progress };
    if (failure === undefined) await saveJob(kysely, this.name, state);
    else await failJob(kysely, this.name, state, failure);
  }
}

/** Maximum idle time that counts towards a later burst, in milliseconds. */
const BURST_MS = 250;

export interface TransferRateLimiter {
  /** Resolves when the rate limit allows this many more bytes. Rejects when the signal aborts. */
  take(bytes: number, signal: AbortSignal): Promise<void>;
}

/** Creates a rate limiter. `bytesPerSecond`: undefined for no limit. */
export function createTransferRateLimiter(
  nowMs: () => number,
  bytesPerSecond: number | undefined,
): TransferRateLimiter {
  let freeMs = nowMs();
  return {
    take: async (bytes, signal) => {
      signal.throwIfAborted();
      if (bytesPerSecond === undefined) return;
      const now = nowMs();
      freeMs = Math.max(freeMs, now - BURST_MS) + (bytes / bytesPerSecond) * 1000;
      if (freeMs > now) await sleep(freeMs - now, undefined, { signal });
    },
  };
}
