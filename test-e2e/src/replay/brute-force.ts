// What a CDX query must answer, computed with all captures in memory.
import type { StoredCapture } from './captures.ts';

export interface Target {
  /** The query as it is sent. */
  query: Record<string, string>;
  matches(urlkey: string): boolean;
}

/** `closest`: to this second since the epoch. */
export type Sort = 'default' | 'reverse' | { closest: number };

/** In the order of the index: by key, time, and uuid. */
export function inIndexOrder(captures: readonly StoredCapture[]): StoredCapture[] {
  return captures.toSorted((a, b) => compare(a.urlkey, b.urlkey) || byTime(a, b));
}

/** All captures that the target names, sorted as asked, from captures in the order of the index. */
export function bruteForce(
  ordered: readonly StoredCapture[],
  { matches }: Target,
  sort: Sort,
): StoredCapture[] {
  const found = ordered.filter(({ urlkey }) => matches(urlkey));
  if (sort === 'default') return found;
  if (sort === 'reverse') return found.reverse();
  const distance = ({ ms }: StoredCapture) => Math.abs(Math.floor(ms / 1000) - sort.closest);
  // The earlier one of two that are equally far in whole seconds comes first.
  return found.sort((a, b) => distance(a) - distance(b) || byTime(a, b));
}

function byTime(a: StoredCapture, b: StoredCapture): number {
  return a.ms - b.ms || compare(a.uuid, b.uuid);
}

/** All of it is ASCII: by bytes, too. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
