// Follows requests to start or pause jobs, on every replica. A start request triggers the schedule; a pause request
// stops the job at its current position. Requests are stored in the database and polled, because notifications can be
// lost.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Executor } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import type { IndexSchema } from '../../index/schema.ts';
import { readJobRequests } from '../../index/view/job-requests.db.ts';

export interface JobRequests {
  /** Resolves when the job is not paused, or when the signal aborts. */
  untilResumed(job: string, signal: AbortSignal): Promise<void>;
  pauseOf(job: string): AbortSignal;
  /** Resolves after `ms`, or earlier if the job's request changes or the signal aborts. */
  sleep(job: string, ms: number, signal: AbortSignal): Promise<void>;
}

export interface JobRequestsDeps {
  readonly db: Executor<IndexSchema>;
  readonly log: Log;
}

const LOOK_EVERY_MS = 2_000;

/** Polls for job requests until the signal aborts. */
export function followJobRequests(
  { db, log }: JobRequestsDeps,
  signal: AbortSignal,
  everyMs = LOOK_EVERY_MS,
): JobRequests & { readonly done: Promise<void> } {
  const jobs = new Map<string, FollowedJob>();
  const jobOf = (name: string): FollowedJob => {
    const job = jobs.get(name) ?? new FollowedJob();
    jobs.set(name, job);
    return job;
  };
  const look = async (): Promise<void> => {
    const requests = new Map((await readJobRequests(db)).map((request) => [request.name, request]));
    for (const name of new Set([...requests.keys(), ...jobs.keys()])) {
      const { paused = false, startRequestedMs = null } = requests.get(name) ?? {};
      jobOf(name).update(paused, startRequestedMs ?? undefined);
    }
  };
  const follow = async (): Promise<void> => {
    for (let failed = false; !signal.aborted; ) {
      try {
        await look();
        failed = false;
      } catch (error) {
        if (!failed) log.warn({ err: error }, 'requests to start or pause jobs cannot be read');
        failed = true;
      }
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  return {
    done: follow(),
    untilResumed: async (name, until) => {
      while (jobOf(name).paused.aborted && !until.aborted) await jobOf(name).changed(until);
    },
    pauseOf: (name) => jobOf(name).paused,
    sleep: async (name, ms, until) => {
      const enough = new AbortController();
      const wake = () => enough.abort();
      const timer = setTimeout(wake, ms);
      until.addEventListener('abort', wake, { once: true });
      if (until.aborted) wake();
      await jobOf(name).changed(enough.signal);
      clearTimeout(timer);
      until.removeEventListener('abort', wake);
    },
  };
}

class FollowedJob {
  #paused = new AbortController();
  #startRequestedMs: number | undefined;
  readonly #waiting = new Set<() => void>();

  get paused(): AbortSignal {
    return this.#paused.signal;
  }

  update(paused: boolean, startRequestedMs: number | undefined): void {
    const isNew =
      paused !== this.paused.aborted ||
      (startRequestedMs !== undefined && startRequestedMs !== this.#startRequestedMs);
    this.#startRequestedMs = startRequestedMs;
    if (!isNew) return;
    if (paused) this.#paused.abort(new Error('the job is paused'));
    else if (this.paused.aborted) this.#paused = new AbortController();
    for (const wake of this.#waiting) wake();
  }

  /** Resolves at the next change, or when the signal aborts. */
  changed(until: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (until.aborted) return resolve();
      const wake = () => {
        this.#waiting.delete(wake);
        until.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      until.addEventListener('abort', wake, { once: true });
    });
  }
}
