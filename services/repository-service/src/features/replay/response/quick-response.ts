// Answers CDX queries that need only one look-up in the index, without a scan. This covers most queries. With a scan,
// the client would wait 3-5 % longer for an exact look-up, and up to 20 % longer for the closest capture. If one
// look-up is not enough, walk/closest-walk.ts continues.
import { canAnySharePart, listKeyPrefixRanges } from '../../../domain/keys/key-prefix-ranges.ts';
import type { Capture, Direction } from '../../../domain/replay/capture.ts';
import type { CaptureIndex, SurroundingCaptures } from '../../../domain/replay/capture-index.ts';
import type { CdxQuery } from '../query/cdx-query.ts';
import type { ResumePosition } from '../query/cdx-resume.ts';
import { isEarlierFirst } from '../walk/closest.ts';
import { beginOutwardWalk, type ClosestPosition } from '../walk/closest-walk.ts';
import { toSecond } from '../words/cdx-time.ts';
import {
  type CdxBatches,
  canSkipInDatabase,
  chooseBatchSizePerSide,
  chooseFirstBatch,
  countRequestedCaptures,
  generateCdxBatches,
  toPosition,
} from './cdx-response.ts';

export interface CompleteCdxResult {
  readonly captures: Capture[];
  /** Position of the end of a truncated result. Undefined if the result is complete. */
  readonly stopped: ResumePosition | undefined;
}

/** Returns the complete result. If one look-up is not enough, returns a scan that continues after it. */
export async function tryQuickLookup(
  index: CaptureIndex,
  query: CdxQuery,
  from: ResumePosition | undefined,
): Promise<CompleteCdxResult | CdxBatches> {
  const { sort } = query;
  if (from || !isPlain(query)) return generateCdxBatches(index, query, from);
  if (sort.by === 'closest') return findOutward(index, query, sort.second);
  return findInOrder(index, query, sort.by);
}

function isPlain(query: CdxQuery): boolean {
  const { filters, collapses, page, fromEnd } = query;
  return filters.length === 0 && collapses.length === 0 && !page && !fromEnd && !canSkipInDatabase(query);
}

async function findInOrder(
  index: CaptureIndex,
  query: CdxQuery,
  direction: Direction,
): Promise<CompleteCdxResult | CdxBatches> {
  const { match, scope } = query;
  const limit = chooseFirstBatch(query);
  const page = { direction, after: undefined, limit };
  const spans = 'key' in match ? [] : listKeyPrefixRanges(match);
  if (!('key' in match) && spans.length !== 1) return generateCdxBatches(index, query);
  const first = 'key' in match ? index.ofKey(scope, match.key, page) : index.ofSpan(scope, spans[0]!, page);
  const batch = await first;
  const isAll = batch.length < limit || limit >= countRequestedCaptures(query);
  // PostgreSQL does not sort captures whose long keys have an identical indexed part.
  const isOrdered = !spans.some((span) => canAnySharePart(batch, span));
  if (!isAll || !isOrdered) return generateCdxBatches(index, query, undefined, { inOrder: first });
  return buildCompleteResult(query, batch, (captures) => ({ at: toPosition(captures.at(-1)!) }));
}

async function findOutward(
  index: CaptureIndex,
  query: CdxQuery,
  second: number,
): Promise<CompleteCdxResult | CdxBatches> {
  const { scope, match } = query;
  const count = chooseBatchSizePerSide(query);
  const around = beginOutwardWalk({ index, scope, match, second, firstBatch: count });
  if (!around) return generateCdxBatches(index, query);
  const closest = mergeSides(await around, { count, second, wanted: countRequestedCaptures(query) });
  if (!closest) return generateCdxBatches(index, query, undefined, { around });
  return buildCompleteResult(query, closest, (captures) => ({ around: findSides(captures, second) }));
}

interface SidesQuery {
  /** Number of captures requested before and after the requested time. */
  readonly count: number;
  readonly second: number;
  readonly wanted: number;
}

/**
 * Merges earlier and later captures by distance. Returns the `wanted` closest captures, or all if there are fewer.
 * Returns undefined if more look-ups are needed.
 */
function mergeSides(
  { earlier, later }: SurroundingCaptures,
  { count, second, wanted }: SidesQuery,
): Capture[] | undefined {
  const before = sortBySecond(earlier, earlier.length === count);
  const closest: Capture[] = [];
  for (let at = 0, behind = 0; closest.length < wanted; ) {
    const [one, other] = [before[at], later[behind]];
    if ((!one && earlier.length === count) || (!other && later.length === count)) return undefined;
    if (!one && !other) break;
    if (!other || (one && isEarlierFirst(second, one, other))) {
      closest.push(one!);
      at++;
    } else {
      closest.push(other);
      behind++;
    }
  }
  return closest;
}

/**
 * Sorts captures by second, newest first, and within each second by time, oldest first. Omits the last second if its
 * captures may be incomplete.
 */
function sortBySecond(latestFirst: readonly Capture[], mayGoOn: boolean): Capture[] {
  const ordered: Capture[] = [];
  for (let start = 0; start < latestFirst.length; ) {
    const second = toSecond(latestFirst[start]!.collectionMs);
    let end = start + 1;
    while (end < latestFirst.length && toSecond(latestFirst[end]!.collectionMs) === second) end++;
    if (end === latestFirst.length && mayGoOn) break;
    for (let at = end - 1; at >= start; at--) ordered.push(latestFirst[at]!);
    start = end;
  }
  return ordered;
}

/** Returns the last capture before the requested time, and the last capture at or after it. */
function findSides(captures: readonly Capture[], second: number): ClosestPosition {
  const isEarlier = ({ collectionMs }: Capture) => toSecond(collectionMs) < second;
  const timeAndId = (capture: Capture | undefined) =>
    capture && { collectionMs: capture.collectionMs, id: capture.id };
  return {
    earlier: timeAndId(captures.findLast(isEarlier)),
    later: timeAndId(captures.findLast((capture) => !isEarlier(capture))),
  };
}

/** Builds the result. `found`: all captures, or as many as `countRequestedCaptures` returns. */
function buildCompleteResult(
  { offset, limit }: CdxQuery,
  found: Capture[],
  stoppedAt: (captures: Capture[]) => ResumePosition,
): CompleteCdxResult {
  const captures = found.length > offset + limit || offset > 0 ? found.slice(offset, offset + limit) : found;
  const isCut = found.length > offset + limit;
  return { captures, stopped: isCut && captures.length > 0 ? stoppedAt(captures) : undefined };
}
