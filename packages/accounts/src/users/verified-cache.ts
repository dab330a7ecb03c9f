// Cache of verified credentials, keyed by a keyed hash of name and password. Concurrent checks of the same credentials
// share one computation.

import { hash as digestOf, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { User } from './roles.ts';

interface VerifiedCacheLimits {
  /** Time after its last use for which an entry stays cached. */
  readonly ttlMs: number;
  /** Maximum time for which an entry stays cached. */
  readonly longestMs: number;
  readonly maxSize: number;
}

export const VERIFIED_CACHE_LIMITS: VerifiedCacheLimits = {
  ttlMs: 15 * 60_000,
  longestMs: 12 * 3_600_000,
  maxSize: 1_000,
};

interface VerifiedCache<Outcome> {
  find(key: string): User | undefined;
  keep(key: string, user: User): void;
  clear(): void;
  /**
   * Runs `check`, or joins a running check for the same key. Rejects with the reason of `signal` when it aborts. The
   * signal passed to `check` aborts when no caller waits for the result any more.
   */
  shared(
    key: string,
    signal: AbortSignal | undefined,
    check: (abandoned: AbortSignal) => Promise<Outcome>,
  ): Promise<Outcome>;
}

interface RunningCheck<Outcome> {
  readonly outcome: Promise<Outcome>;
  readonly abandoned: AbortController;
  waiting: number;
}

export function createVerifiedCache<Outcome>(
  now: () => number,
  { ttlMs, longestMs, maxSize }: VerifiedCacheLimits,
): VerifiedCache<Outcome> {
  const verified = new LRUCache<string, { readonly user: User; readonly untilMs: number }>({
    max: maxSize,
    ttl: ttlMs,
    updateAgeOnGet: true,
    ttlResolution: 0,
    perf: { now },
  });
  const running = new Map<string, RunningCheck<Outcome>>();

  function begin(key: string, check: (abandoned: AbortSignal) => Promise<Outcome>): RunningCheck<Outcome> {
    const abandoned = new AbortController();
    const begun: RunningCheck<Outcome> = { outcome: check(abandoned.signal), abandoned, waiting: 0 };
    const over = (): void => {
      if (running.get(key) === begun) running.delete(key);
    };
    begun.outcome.then(over, over);
    running.set(key, begun);
    return begun;
  }

  return {
    find(key) {
      const entry = verified.get(key);
      if (entry === undefined || entry.untilMs > now()) return entry?.user;
      verified.delete(key);
      return undefined;
    },
    keep: (key, user) => void verified.set(key, { user, untilMs: now() + longestMs }),
    clear() {
      verified.clear();
      running.clear();
    },
    async shared(key, signal, check) {
      signal?.throwIfAborted();
      const joined = running.get(key) ?? begin(key, check);
      joined.waiting += 1;
      const leave = (): void => {
        joined.waiting -= 1;
        if (joined.waiting > 0) return;
        if (running.get(key) === joined) running.delete(key);
        joined.abandoned.abort(signal?.reason);
      };
      if (signal === undefined) return joined.outcome;
      return await rejectOnAbort(joined.outcome, signal, leave);
    },
  };
}

function rejectOnAbort<T>(outcome: Promise<T>, signal: AbortSignal, onAbort: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      onAbort();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    outcome.finally(() => signal.removeEventListener('abort', abort)).then(resolve, reject);
  });
}

/**
 * Returns a function that hashes name and password with a random key of this process. Because the hashes never leave
 * the process, a plain digest with a secret prefix suffices. It costs a tenth of an HMAC.
 */
export function createCredentialHasher(): (name: string, password: string) => string {
  const secret = randomBytes(32).toString('base64');
  return (name, password) => digestOf('sha256', `${secret}${name.length}:${name}${password}`, 'base64');
}
