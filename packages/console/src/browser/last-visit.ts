// Stores in the browser the time when a user last saw the overview. Views less than half an hour apart count as one
// visit.
import { readStoredChoice, storeChoice } from './local-storage.ts';

interface StoredVisit {
  /** End of the previous visit. Undefined on the first visit. */
  readonly sinceMs?: number | undefined;
  /** Time when the user last saw the overview. */
  readonly seenMs: number;
}

const VISIT_GAP_MS = 30 * 60_000;

/** Returns the end of the user's last visit before the current one. Returns undefined on the first visit. */
export function readLastVisit(user: string, nowMs: number): number | undefined {
  const stored = readVisit(user);
  if (stored === undefined) return undefined;
  return nowMs - stored.seenMs > VISIT_GAP_MS ? stored.seenMs : stored.sinceMs;
}

/** Records that the user is viewing the overview. */
export function storeVisit(user: string, nowMs: number): void {
  const visit: StoredVisit = { sinceMs: readLastVisit(user, nowMs), seenMs: nowMs };
  storeChoice(nameOf(user), JSON.stringify(visit));
}

function readVisit(user: string): StoredVisit | undefined {
  try {
    const { sinceMs, seenMs } = JSON.parse(readStoredChoice(nameOf(user)) ?? '{}') as Partial<StoredVisit>;
    return Number.isFinite(seenMs) ? { sinceMs, seenMs: seenMs! } : undefined;
  } catch {
    return undefined;
  }
}

const nameOf = (user: string): string => `visit.${user}`;
