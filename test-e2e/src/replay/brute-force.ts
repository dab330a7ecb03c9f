// Computes the expected response to a CDX query from a list of all captures.
import type { StoredCapture } from './captures.ts';

export interface ReplayQueryTarget {
  /** Query parameters to send. */
  query: Record<string, string>;
  matches(urlkey: string): boolean;
}

/** Order of the response. `closest`: sorts by the distance to this time, in seconds since the Unix epoch. */
export type ReplaySort = 'default' | 'reverse' | { closest: number };

/** Sorts captures as the index does: by key, time and UUID. */
export function sortInIndexOrder(captures: readonly StoredCapture[]): StoredCapture[] {
  return captures.toSorted((a, b) => compare(a.urlkey, b.urlkey) || compareByTime(a, b));
}

/**
 * Returns all captures that match the query's target, in the requested order. `ordered`: all captures in index order.
 */
export function computeExpectedCaptures(
  ordered: readonly StoredCapture[],
  { matches }: ReplayQueryTarget,
  sort: ReplaySort,
): StoredCapture[] {
  const found = ordered.filter(({ urlkey }) => matches(urlkey));
  if (sort === 'default') return found;
  if (sort === 'reverse') return found.reverse();
  const distance = ({ ms }: StoredCapture) => Math.abs(Math.floor(ms / 1000) - sort.closest);
  // If two captures are equally far from the requested time in whole seconds, the earlier capture comes first.
  return found.sort((a, b) => distance(a) - distance(b) || compareByTime(a, b));
}

function compareByTime(a: StoredCapture, b: StoredCapture): number {
  return a.ms - b.ms || compare(a.uuid, b.uuid);
}

/** Compares keys. All keys are ASCII, so the order of strings equals the order of bytes. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
