// One thing the service depends on (the database, the object store), checked again and again, with thresholds.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../observe/log.ts';
import { type Place, type WhyNot, whyNot } from './why-not.ts';

export interface DependencyOptions {
  readonly name: string;
  readonly place?: Place | undefined;
  readonly check: (signal: AbortSignal) => Promise<unknown>;
  readonly intervalMs?: number;
  readonly timeoutMs?: number;
  readonly failureThreshold?: number;
  readonly successThreshold?: number;
  readonly log?: Log;
  readonly onChange: () => void;
}

export interface Dependency {
  readonly name: string;
  readonly passing: boolean;
  readonly whyNot: WhyNot;
  /** Checks at once and then periodically until `stop` aborts. */
  watch(stop: AbortSignal): Promise<void>;
}

/** While it does not pass it is asked at least this often, so that recovery is seen soon. */
const IMPATIENT_INTERVAL_MS = 1_000;

export function createDependency(options: DependencyOptions): Dependency {
  const { name, check, intervalMs = 5_000, timeoutMs = 5_000, failureThreshold = 3 } = options;
  const successThreshold = options.successThreshold ?? 1;
  let passing = false;
  let everPassed = false;
  let failures = 0;
  let successes = 0;
  let lastError: unknown;

  function succeeded(): void {
    failures = 0;
    successes += 1;
    // A dependency that was never reached is believed at its first success: start-up does not wait for a streak.
    if (passing || (everPassed && successes < successThreshold)) return;
    passing = true;
    everPassed = true;
    options.onChange();
  }

  function failed(error: unknown): void {
    lastError = error;
    if (failures === 0)
      options.log?.warn({ check: name, err: error }, whyNot(name, options.place, error).full);
    successes = 0;
    failures += 1;
    if (!passing || failures < failureThreshold) return;
    passing = false;
    options.onChange();
  }

  return {
    name,
    get passing() {
      return passing;
    },
    get whyNot() {
      return whyNot(name, options.place, lastError);
    },
    async watch(stop) {
      while (!stop.aborted) {
        await bounded(check, timeoutMs).then(succeeded, failed);
        const delayMs = passing ? intervalMs : Math.min(intervalMs, IMPATIENT_INTERVAL_MS);
        // Neither keeps the process alive nor outlasts the service.
        await sleep(delayMs, undefined, { signal: stop, ref: false }).catch(() => undefined);
      }
    },
  };
}

async function bounded(check: (signal: AbortSignal) => Promise<unknown>, timeoutMs: number): Promise<void> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs).unref();
  const tooLong = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(timeout(timeoutMs)));
  });
  try {
    await Promise.race([check(limit.signal), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

function timeout(timeoutMs: number): Error {
  return Object.assign(new Error(`no answer within ${timeoutMs} ms`), { code: 'ETIMEDOUT' });
}
