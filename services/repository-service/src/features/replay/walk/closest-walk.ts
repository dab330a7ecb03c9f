// Scans captures outward from a requested time: merges a backward and a forward scan by distance. Distances are in
// whole seconds, like timestamps. If two captures are equally close, the earlier one comes first. closest.ts does the
// same for captures that arrive in any order.
import type { Capture } from '../../../domain/replay/capture.ts';
import type {
  CaptureIndex,
  CaptureScope,
  KeyMatch,
  SurroundingCaptures,
  TimeAndId,
} from '../../../domain/replay/capture-index.ts';
import { toSecond } from '../words/cdx-time.ts';
import { type CaptureScan, scanByTime } from './capture-scan.ts';
import { isEarlierFirst } from './closest.ts';

/** End position of a truncated response: the last returned captures before and after the requested time. */
export interface ClosestPosition {
  readonly earlier: TimeAndId | undefined;
  readonly later: TimeAndId | undefined;
}

export interface ClosestWalk {
  readonly index: CaptureIndex;
  readonly scope: CaptureScope;
  readonly match: KeyMatch;
  /** Requested time, in seconds since the epoch. */
  readonly second: number;
  readonly firstBatch: number;
  /** First batches of both scans, if they were already requested. */
  readonly begun?: Promise<SurroundingCaptures> | undefined;
}

export async function* walkOutward(
  walk: ClosestWalk,
  after: ClosestPosition = { earlier: undefined, later: undefined },
): AsyncGenerator<Capture> {
  const begun = after.earlier || after.later ? undefined : (walk.begun ?? beginOutwardWalk(walk));
  const earlier = walkBackward(
    walk,
    after.earlier,
    begun?.then((both) => both.earlier),
  );
  const later = walkForward(
    walk,
    after.later,
    begun?.then((both) => both.later),
  );
  let [before, behind] = await Promise.all([earlier.next(), later.next()]);
  while (!before.done || !behind.done) {
    if (behind.done || (!before.done && isEarlierFirst(walk.second, before.value, behind.value))) {
      yield before.value as Capture;
      before = await earlier.next();
    } else {
      yield behind.value;
      behind = await later.next();
    }
  }
}

/** Requests the first batches of the backward and the forward scan. For a single key, one query returns both. */
export function beginOutwardWalk({
  index,
  scope,
  match,
  second,
  firstBatch,
}: ClosestWalk): Promise<SurroundingCaptures> | undefined {
  if (!('key' in match)) return undefined;
  const { key } = match;
  return index.around(scope, key, { earlierToMs: second * 1000 - 1, laterFromMs: second * 1000 }, firstBatch);
}

async function* walkForward(
  walk: ClosestWalk,
  after: TimeAndId | undefined,
  begun: Promise<Capture[]> | undefined,
): AsyncGenerator<Capture> {
  const scan = buildLimitedScan(walk, 'forward', { fromMs: walk.second * 1000 });
  for await (const batch of scanByTime({ ...scan, begun }, walk.match, after)) yield* batch;
}

/** Scans backward second by second. Within a second, captures are yielded in ascending order of time. */
async function* walkBackward(
  walk: ClosestWalk,
  after: TimeAndId | undefined,
  begun: Promise<Capture[]> | undefined,
): AsyncGenerator<Capture> {
  let endSecond = walk.second;
  let first = begun;
  if (after) {
    endSecond = toSecond(after.collectionMs);
    yield* walkSecond(walk, endSecond, after);
  }
  for (;;) {
    const cutOff = yield* walkWholeSeconds(walk, endSecond, first);
    first = undefined;
    if (cutOff === undefined) return;
    yield* walkSecond(walk, cutOff);
    endSecond = cutOff;
  }
}

/**
 * Yields the captures second by second, the latest second first. If a second has too many captures for memory, returns
 * that second without yielding its captures. Returns undefined at the end of the scan.
 */
async function* walkWholeSeconds(
  walk: ClosestWalk,
  endSecond: number,
  begun: Promise<Capture[]> | undefined,
): AsyncGenerator<Capture, number | undefined> {
  const scan = buildLimitedScan(walk, 'backward', { toMs: endSecond * 1000 - 1 });
  let held: Capture[] = [];
  for await (const batch of scanByTime({ ...scan, begun }, walk.match)) {
    for (const capture of batch) {
      const same = held[0] === undefined || toSecond(held[0].collectionMs) === toSecond(capture.collectionMs);
      if (!same) {
        yield* held.reverse();
        held = [];
      }
      held.push(capture);
    }
    // Does not hold a second with very many captures in memory. The caller scans this second forward instead.
    if (held.length > MAX_HELD) return toSecond(held[0]!.collectionMs);
  }
  yield* held.reverse();
  return undefined;
}

const MAX_HELD = 1_000;

async function* walkSecond(walk: ClosestWalk, second: number, after?: TimeAndId): AsyncGenerator<Capture> {
  const scan = buildLimitedScan(walk, 'forward', { fromMs: second * 1000, toMs: second * 1000 + 999 });
  for await (const batch of scanByTime(scan, walk.match, after)) yield* batch;
}

/** Returns the scan before or after the requested time, limited to the given times. */
function buildLimitedScan(
  { index, scope, firstBatch }: ClosestWalk,
  direction: CaptureScan['direction'],
  { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY }: { fromMs?: number; toMs?: number },
): CaptureScan {
  const bounds = {
    fromMs: toFiniteBound(Math.max(fromMs, scope.fromMs ?? Number.NEGATIVE_INFINITY)),
    toMs: toFiniteBound(Math.min(toMs, scope.toMs ?? Number.POSITIVE_INFINITY)),
  };
  return { index, scope: { ...scope, ...bounds }, direction, firstBatch };
}

function toFiniteBound(ms: number): number | undefined {
  return Number.isFinite(ms) ? ms : undefined;
}
