// Test helper: computes the expected result of a CDX query from all captures in memory. Uses no code of the service
// except the function that makes urlkeys.
import { makeUrlkey } from '@holdfast/surt';
import type { Capture } from '../../../src/domain/replay/capture.ts';
import type { MatchType } from '../../../src/features/replay/words/key-match.ts';

export interface BruteQuery {
  url: string;
  matchType: MatchType;
  sort: 'default' | 'reverse' | { closestSecond: number };
  collapse?: (capture: Capture) => string;
  filter?: (capture: Capture) => boolean;
  limit?: number;
  offset?: number;
}

export function inIndexOrder(captures: readonly Capture[]): Capture[] {
  return captures.toSorted(
    (a, b) =>
      Buffer.compare(Buffer.from(a.urlkey), Buffer.from(b.urlkey)) ||
      a.collectionMs - b.collectionMs ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Computes the result of the query. `ordered`: all captures in index order. */
export function queryByBruteForce(ordered: readonly Capture[], query: BruteQuery): Capture[] {
  const { collapse, filter = () => true, offset = 0, limit } = query;
  const isMatch = keyTest(query);
  let found = ordered.filter((capture) => isMatch(capture.urlkey) && filter(capture));
  if (collapse) {
    found = found.filter((capture, at) => at === 0 || collapse(capture) !== collapse(found[at - 1]!));
  }
  return sorted(found, query.sort).slice(offset, limit === undefined ? undefined : offset + limit);
}

function keyTest({ url, matchType }: BruteQuery): (key: string) => boolean {
  const wanted = makeUrlkey(url);
  const labels = wanted.slice(0, wanted.indexOf(')'));
  switch (matchType) {
    case 'exact':
      return (key) => key === wanted;
    case 'prefix':
      return (key) => key.startsWith(wanted);
    case 'host':
      return (key) => key.startsWith(`${labels})/`);
    case 'domain':
      return (key) => key.startsWith(`${labels})/`) || key.startsWith(`${labels},`);
    case 'range':
      return (key) => Buffer.compare(Buffer.from(key), Buffer.from(wanted)) >= 0;
  }
}

function sorted(captures: Capture[], sort: BruteQuery['sort']): Capture[] {
  if (sort === 'default') return captures;
  if (sort === 'reverse') return captures.toReversed();
  const second = ({ collectionMs }: Capture) => Math.floor(collectionMs / 1000);
  const distance = (capture: Capture) => Math.abs(second(capture) - sort.closestSecond);
  return captures.toSorted(
    (a, b) => distance(a) - distance(b) || a.collectionMs - b.collectionMs || (a.id < b.id ? -1 : 1),
  );
}
