// Remembers verified credentials under a keyed hash, briefly, and lets identical checks under way share one.
import type { User } from './roles.ts';

export interface VerifiedCache<Outcome> {
  find(key: string): User | undefined;
  keep(key: string, user: User): void;
  clear(): void;
  /** Runs `check`, or joins the one already running for this key. */
  shared(key: string, check: () => Promise<Outcome>): Promise<Outcome>;
}

export function createVerifiedCache<Outcome>(
  now: () => number,
  ttlMs: number,
  size: number,
): VerifiedCache<Outcome> {
  const verified = new Map<string, { user: User; untilMs: number }>();
  const running = new Map<string, Promise<Outcome>>();
  return {
    find(key) {
      const entry = verified.get(key);
      if (entry === undefined) return undefined;
      if (entry.untilMs > now()) return entry.user;
      verified.delete(key);
      return undefined;
    },
    keep(key, user) {
      verified.delete(key);
      verified.set(key, { user, untilMs: now() + ttlMs });
      // A Map iterates in insertion order: the first key is the one verified longest ago.
      if (verified.size > size) verified.delete(verified.keys().next().value as string);
    },
    clear() {
      verified.clear();
      running.clear();
    },
    shared(key, check) {
      const joined = running.get(key);
      if (joined !== undefined) return joined;
      const started = check().finally(() => {
        if (running.get(key) === started) running.delete(key);
      });
      running.set(key, started);
      return started;
    },
  };
}
