// Walks captures of a key or key range outward from a requested time: merges a backward and a forward walk by distance.
// Distances are in whole seconds, like timestamps. If two captures have the same distance, the earlier one comes first.
// closest.ts compares distances, and chooses the closest captures if captures arrive in a different order.
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

/** Position where a response stopped: the last returned capture on each side of the requested time. */
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
  /** First batches of both sides, if they were already requested. */
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

/** Requests the first batches of both sides. For a single key, this takes one query. */
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
  const scan = scanOf(walk, 'forward', { fromMs: walk.second * 1000 });
  for await (const batch of scanByTime({ ...scan, begun }, walk.match, after)) yield* batch;
}

/** Walks backward by seconds. Within a second, walks forward, because captures are ordered by ascending time there. */
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
 * Yields all captures of whole seconds. If a second has too many captures to hold, returns this second without yielding
 * it. Returns undefined at the end of the walk.
 */
async function* walkWholeSeconds(
  walk: ClosestWalk,
  endSecond: number,
  begun: Promise<Capture[]> | undefined,
): AsyncGenerator<Capture, number | undefined> {
  const scan = scanOf(walk, 'backward', { toMs: endSecond * 1000 - 1 });
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
    // A second with very many captures is not held in memory; the caller reads it again, forward.
    if (held.length > MAX_HELD) return toSecond(held[0]!.collectionMs);
  }
  yield* held.reverse();
  return undefined;
}

const MAX_HELD = 1_000;

async function* walkSecond(walk: ClosestWalk, second: number, after?: TimeAndId): AsyncGenerator<Capture> {
  const scan = scanOf(walk, 'forward', { fromMs: second * 1000, toMs: second * 1000 + 999 });
  for await (const batch of scanByTime(scan, walk.match, after)) yield* batch;
}

/** Returns a scan of one side, limited to the times of the walk. */
function scanOf(
  { index, scope, firstBatch }: ClosestWalk,
  direction: CaptureScan['direction'],
  { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY }: { fromMs?: number; toMs?: number },
): CaptureScan {
  const bounds = {
    fromMs: bound(Math.max(fromMs, scope.fromMs ?? Number.NEGATIVE_INFINITY)),
    toMs: bound(Math.min(toMs, scope.toMs ?? Number.POSITIVE_INFINITY)),
  };
  return { index, scope: { ...scope, ...bounds }, direction, firstBatch };
}

function bound(ms: number): number | undefined {
  return Number.isFinite(ms) ? ms : undefined;
}
