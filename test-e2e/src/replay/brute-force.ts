// Computes the expected response to a CDX query with all captures in memory.
import type { StoredCapture } from './captures.ts';

export interface Target {
  /** Query parameters as sent. */
  query: Record<string, string>;
  matches(urlkey: string): boolean;
}

/** Order of the response. `closest`: requested time, in seconds since the epoch. */
export type Sort = 'default' | 'reverse' | { closest: number };

/** Sorts in index order: by key, time and uuid. */
export function sortInIndexOrder(captures: readonly StoredCapture[]): StoredCapture[] {
  return captures.toSorted((a, b) => compare(a.urlkey, b.urlkey) || byTime(a, b));
}

/** Returns all captures of the target in the requested order. `captures` must be in index order. */
export function computeExpectedCaptures(
  ordered: readonly StoredCapture[],
  { matches }: Target,
  sort: Sort,
): StoredCapture[] {
  const found = ordered.filter(({ urlkey }) => matches(urlkey));
  if (sort === 'default') return found;
  if (sort === 'reverse') return found.reverse();
  const distance = ({ ms }: StoredCapture) => Math.abs(Math.floor(ms / 1000) - sort.closest);
  // The earlier of two captures at the same distance in whole seconds comes first.
  return found.sort((a, b) => distance(a) - distance(b) || byTime(a, b));
}

function byTime(a: StoredCapture, b: StoredCapture): number {
  return a.ms - b.ms || compare(a.uuid, b.uuid);
}

/** All keys are ASCII, so this equals the order of bytes. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
