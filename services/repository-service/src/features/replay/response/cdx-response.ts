// Runs a CDX query: scans the index in the requested order, then applies filters, collapsing, offset and limit. Yields
// captures in batches, so memory does not grow with the result. For `closest`, see walk/closest-walk.ts and
// walk/closest.ts.
import { setImmediate } from 'node:timers/promises';
import type { Capture, Direction, ReplayPosition } from '../../../domain/replay/capture.ts';
import type { CaptureIndex, SurroundingCaptures } from '../../../domain/replay/capture-index.ts';
import type { CdxQuery } from '../query/cdx-query.ts';
import type { ResumePosition } from '../query/cdx-resume.ts';
import { type CaptureScan, scanCaptures } from '../walk/capture-scan.ts';
import { scanPage } from '../walk/cdx-pages.ts';
import { ClosestCaptures, isFartherThanPosition } from '../walk/closest.ts';
import { type ClosestPosition, walkOutward } from '../walk/closest-walk.ts';
import { createCollapses, isKeptCaptureFirst } from '../words/cdx-collapse.ts';
import { toSecond } from '../words/cdx-time.ts';

/** Yields batches of captures. If the result was truncated, returns the position of its end. */
export type CdxBatches = AsyncGenerator<Capture[], ResumePosition | undefined>;

/**
 * First batch of a scan from the beginning, if it was already requested. The batch must have the size that
 * `chooseFirstBatch` or `chooseBatchSizePerSide` returns.
 */
export interface StartedWalk {
  readonly inOrder?: Promise<Capture[]>;
  readonly around?: Promise<SurroundingCaptures>;
}

/** Yields the captures of a query. `from`: end position of an earlier response to the same query. */
export function generateCdxBatches(
  index: CaptureIndex,
  query: CdxQuery,
  from?: ResumePosition,
  begun: StartedWalk = {},
): CdxBatches {
  const { sort } = query;
  if (sort.by !== 'closest' && query.fromEnd) return answerLast(index, query, sort.by);
  if (sort.by !== 'closest')
    return answerInOrder(index, query, sort.by, from && 'at' in from ? from.at : undefined, begun.inOrder);
  if (query.collapses.length === 0) {
    const around = from && 'around' in from ? from.around : undefined;
    return answerOutward(index, query, sort.second, around, begun.around);
  }
  return answerClosestCollapsed(index, query, sort.second, from && 'at' in from ? from.at : undefined);
}

async function* answerInOrder(
  index: CaptureIndex,
  query: CdxQuery,
  direction: CaptureScan['direction'],
  after: ReplayPosition | undefined,
  begun?: Promise<Capture[]>,
): CdxBatches {
  if (canSkipInDatabase(query) && !after) {
    const { scope, match, offset } = query;
    const passed = await index.positionAt(scope, match, { before: offset - 1, direction });
    return passed && (yield* answerInOrder(index, { ...query, offset: 0 }, direction, passed));
  }
  let last: Capture | undefined;
  const source = scanFiltered(index, query, direction, after, begun);
  const more = yield* limitCaptures(source, query, (capture) => {
    last = capture;
  });
  return more && last && !query.page ? { at: toPosition(last) } : undefined;
}

/**
 * Yields the last captures of the query. Searches backward for the first capture to yield, then scans forward, so that
 * memory does not grow with the number of captures.
 */
async function* answerLast(index: CaptureIndex, query: CdxQuery, direction: Direction): CdxBatches {
  const before = await findLastOmitted(index, query, direction === 'forward' ? 'backward' : 'forward');
  yield* limitCaptures(scanFiltered(index, query, direction, before), query, () => undefined);
  return undefined;
}

/** Returns the capture directly before the captures to yield. Returns undefined if they start at the first capture. */
async function findLastOmitted(
  index: CaptureIndex,
  query: CdxQuery,
  direction: Direction,
): Promise<ReplayPosition | undefined> {
  const { scope, match, filters, collapses: collapsed, limit } = query;
  if (filters.length === 0 && collapsed.length === 0)
    return index.positionAt(scope, match, { before: limit, direction });
  let left = limit;
  for await (const batch of scanFiltered(index, query, direction, undefined)) {
    const found = batch[left];
    if (found) return toPosition(found);
    left -= batch.length;
  }
  return undefined;
}

const FAR_OFFSET = 1_000;

/**
 * Returns whether PostgreSQL can skip the offset, which is faster. This is impossible if filters or collapsing must
 * examine the skipped captures.
 */
export function canSkipInDatabase({ offset, filters, collapses: collapsed, page }: CdxQuery): boolean {
  return offset >= FAR_OFFSET && filters.length === 0 && collapsed.length === 0 && !page;
}

/** Yields captures by increasing distance from the requested time. */
async function* answerOutward(
  index: CaptureIndex,
  query: CdxQuery,
  second: number,
  around: ClosestPosition | undefined,
  begun?: Promise<SurroundingCaptures>,
): CdxBatches {
  const position = { earlier: around?.earlier, later: around?.later };
  const { scope, match } = query;
  const walk = walkOutward(
    { index, scope, match, second, firstBatch: chooseBatchSizePerSide(query), begun },
    around,
  );
  const source = filterBatches(
    query,
    groupIntoBatches(walk, Math.min(countRequestedCaptures(query), BATCH_SIZE)),
  );
  const more = yield* limitCaptures(source, query, (capture) => {
    const side = toSecond(capture.collectionMs) < second ? 'earlier' : 'later';
    position[side] = { collectionMs: capture.collectionMs, id: capture.id };
  });
  return more ? { around: position } : undefined;
}

/**
 * Yields the closest captures of a query with collapsing. Collapsing depends on neighbouring captures, so all captures
 * are scanned. Only the positions of the closest ones are held in memory.
 */
async function* answerClosestCollapsed(
  index: CaptureIndex,
  query: CdxQuery,
  second: number,
  after: ReplayPosition | undefined,
): CdxBatches {
  const closest = new ClosestCaptures(second, countRequestedCaptures(query));
  for await (const batch of scanFiltered(index, query, 'forward', undefined)) {
    for (const capture of batch)
      if (!after || isFartherThanPosition(second, capture, after)) closest.offer(capture);
  }
  let last: Capture | undefined;
  const more = yield* limitCaptures(
    fetchByIds(index, query.scope.namespace, closest.ids()),
    query,
    (capture) => {
      last = capture;
    },
  );
  return more && last ? { at: toPosition(last) } : undefined;
}

/** Scans the index and yields the captures that remain after filters and collapsing. */
async function* scanFiltered(
  index: CaptureIndex,
  query: CdxQuery,
  direction: CaptureScan['direction'],
  after: ReplayPosition | undefined,
  begun?: Promise<Capture[]>,
): AsyncGenerator<Capture[]> {
  const { scope, match, page } = query;
  const collapse = createCollapses(direction, query.collapses, query.keeps);
  // Reads the last returned capture again, because the next captures may be collapsed into it.
  const hasNeighboursBehind = query.collapses.length > 0 && isKeptCaptureFirst(direction, query.keeps);
  if (after && hasNeighboursBehind) collapse.push(await index.byId(scope.namespace, [after.id]));
  const isWhole = query.filters.length === 0 && query.collapses.length === 0 && !query.fromEnd;
  const most = isWhole ? countRequestedCaptures(query) : undefined;
  const scan = { index, scope, direction, firstBatch: chooseFirstBatch(query), most, begun };
  const source = page ? scanPage(scan, match, page) : scanCaptures(scan, match, after);
  for await (const batch of filterBatches(query, source)) {
    yield collapse.push(batch);
  }
  yield collapse.flush();
}

/** Skips `offset` captures, then yields up to `limit`. Returns whether more captures follow, if `tellsRest` is set. */
async function* limitCaptures(
  source: AsyncIterable<Capture[]>,
  { offset, limit, tellsRest }: CdxQuery,
  onPassed: (capture: Capture) => void,
): AsyncGenerator<Capture[], boolean> {
  let toSkip = offset;
  let left = limit;
  for await (const batch of source) {
    const skipped = Math.min(toSkip, batch.length);
    toSkip -= skipped;
    const end = Math.min(skipped + left, batch.length);
    left -= end - skipped;
    for (let at = 0; at < end; at++) onPassed(batch[at]!);
    if (end > skipped) yield batch.slice(skipped, end);
    if (end < batch.length || (left === 0 && !tellsRest)) return tellsRest;
  }
  return false;
}

const BATCH_SIZE = 500;

async function* filterBatches(
  { filters }: CdxQuery,
  source: AsyncIterable<Capture[]>,
): AsyncGenerator<Capture[]> {
  for await (const batch of source) yield filters.length === 0 ? batch : await filterBatch(filters, batch);
}

async function* groupIntoBatches(source: AsyncIterable<Capture>, size: number): AsyncGenerator<Capture[]> {
  let batch: Capture[] = [];
  for await (const capture of source) {
    batch.push(capture);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function* fetchByIds(index: CaptureIndex, namespace: string, ids: string[]): AsyncGenerator<Capture[]> {
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const wanted = ids.slice(at, at + BATCH_SIZE);
    const byId = new Map((await index.byId(namespace, wanted)).map((capture) => [capture.id, capture]));
    yield wanted.flatMap((id) => byId.get(id) ?? []);
  }
}

const TURN_MS = 20;

/**
 * Returns the captures that match all filters. Lets other requests run in between, because a query may have many
 * filters and long URLs.
 */
async function filterBatch(filters: CdxQuery['filters'], batch: readonly Capture[]): Promise<Capture[]> {
  const kept: Capture[] = [];
  let since = performance.now();
  for (const capture of batch) {
    let passes = true;
    for (let at = 0; passes && at < filters.length; at += 1) {
      passes = filters[at]!(capture);
      if (performance.now() - since < TURN_MS) continue;
      await setImmediate();
      since = performance.now();
    }
    if (passes) kept.push(capture);
  }
  return kept;
}

/** Maximum number of captures in one look-up. One large look-up costs less than two smaller ones. */
const MAX_AT_ONCE = 1_000;
// Size of the first look-up for one key. Most keys have fewer captures. Small look-ups can share a round trip to the
// database.
const BATCH_OF_KEY = 50;

/**
 * Returns the number of captures to request. If the response must report whether more captures follow, this includes
 * one extra capture.
 */
export function countRequestedCaptures({ offset, limit, tellsRest }: CdxQuery): number {
  return Math.max(1, offset + limit + (tellsRest ? 1 : 0));
}

export function chooseFirstBatch(query: CdxQuery): number {
  const wanted = countRequestedCaptures(query);
  if ('key' in query.match) return Math.min(wanted, BATCH_OF_KEY);
  return wanted <= MAX_AT_ONCE ? wanted : BATCH_SIZE;
}

/**
 * Returns the number of captures to request before and after the requested time. Includes one extra capture: if this
 * capture is in another second, the captures of the previous second are complete.
 */
export function chooseBatchSizePerSide(query: CdxQuery): number {
  return Math.min(countRequestedCaptures(query), BATCH_SIZE) + 1;
}

export function toPosition({ urlkey, collectionMs, id }: Capture): ReplayPosition {
  return { urlkey, collectionMs, id };
}
