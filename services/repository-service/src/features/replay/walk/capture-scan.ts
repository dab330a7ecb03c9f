// Scans captures of a key or a key range in index order, forward or backward, in batches. Holds one batch in memory per
// level of long keys (domain/keys/key-prefix-ranges.ts). Few keys have more than one level.
import {
  canAnySharePart,
  canSharePart,
  compareKeys,
  getKeyPart,
  type KeyPrefixRange,
  type KeyRange,
  listKeyPrefixRanges,
  toNextKeyPrefixRange,
} from '../../../domain/keys/key-prefix-ranges.ts';
import type { Capture, Direction, ReplayPosition } from '../../../domain/replay/capture.ts';
import type {
  CaptureIndex,
  CaptureScope,
  KeyMatch,
  Page,
  SpanCursor,
  TimeAndId,
} from '../../../domain/replay/capture-index.ts';

export interface CaptureScan {
  readonly index: CaptureIndex;
  readonly scope: CaptureScope;
  readonly direction: Direction;
  /** Number of captures in the first batch. Later batches may be larger. */
  readonly firstBatch: number;
  /** First batch of a scan from the beginning, if it was already requested. */
  readonly begun?: Promise<Capture[]> | undefined;
  /** Maximum number of captures that the caller needs. */
  readonly most?: number | undefined;
}

export function scanCaptures(
  scan: CaptureScan,
  match: KeyMatch,
  after?: ReplayPosition,
): AsyncGenerator<Capture[]> {
  return 'key' in match ? scanByTime(scan, match, after) : scanRange(scan, match, after);
}

/** Yields batches of captures of one or more keys, ordered by time. */
export async function* scanByTime(
  scan: CaptureScan,
  match: KeyMatch,
  after?: TimeAndId,
): AsyncGenerator<Capture[]> {
  const { index, scope, direction, firstBatch, begun } = scan;
  const page = (page: Page<TimeAndId>) =>
    'key' in match ? index.ofKey(scope, match.key, page) : index.byTime(scope, match, page);
  const fetch = (place: TimeAndId | undefined, limit: number) =>
    guardPrefetch(limit, page({ direction, after: place, limit }));
  let { limit, batch: pending } = begun ? guardPrefetch(firstBatch, begun) : fetch(after, firstBatch);
  for (let first = true, left = scan.most; ; first = false) {
    const batch = await pending;
    if (batch.length < limit) return yield* yieldIfNotEmpty(batch);
    if (left !== undefined) left -= batch.length;
    const next = () => fetch(batch.at(-1), estimateNextLimit(batch, left));
    const started = shouldPrefetch(first, left) ? next() : undefined;
    yield batch;
    ({ limit, batch: pending } = started ?? next());
  }
}

async function* scanRange(
  scan: CaptureScan,
  range: KeyRange,
  after?: ReplayPosition,
): AsyncGenerator<Capture[]> {
  const forward = scan.direction === 'forward';
  const whole = { from: range.from, below: range.below };
  const rest = after && (forward ? { ...whole, from: after.urlkey } : { ...whole, below: after.urlkey });
  const spans = rest ? listKeyPrefixRanges(rest, { through: !forward }) : listKeyPrefixRanges(whole);
  if (!forward) spans.reverse();
  let cursor = after && spans[0] && { part: getKeyPart(after.urlkey, spans[0]), at: after };
  let current = scan;
  for (const span of spans) {
    yield* scanSpan(current, span, cursor);
    cursor = undefined;
    current = { ...scan, begun: undefined };
  }
}

/**
 * Scans one span of keys. PostgreSQL does not sort captures whose long keys have an identical indexed part. Such
 * captures are sorted here, or scanned separately.
 */
async function* scanSpan(
  scan: CaptureScan,
  span: KeyPrefixRange,
  after?: SpanCursor,
): AsyncGenerator<Capture[]> {
  const { index, scope, direction, firstBatch, begun } = scan;
  const fetch = (place: SpanCursor | undefined, limit: number) =>
    guardPrefetch(limit, index.ofSpan(scope, span, { direction, after: place, limit }));
  let { limit, batch: pending } = begun ? guardPrefetch(firstBatch, begun) : fetch(after, firstBatch);
  for (let first = true, left = scan.most; ; first = false) {
    const batch = await pending;
    if (batch.length < limit) return yield* yieldIfNotEmpty(sortCaptures(batch, span, direction));
    if (left !== undefined) left -= batch.length;
    const last = batch.at(-1)!;
    const part = getKeyPart(last.urlkey, span);
    // More captures with the same indexed part may follow this batch, and some may sort before captures in it.
    const isOpen = canSharePart(last.urlkey, span);
    const size = limit;
    const next = () => fetch({ part, at: isOpen ? undefined : last }, estimateNextLimit(batch, left));
    const started = shouldPrefetch(first, left) ? next() : undefined;
    const certain = isOpen ? dropCapturesInPart(batch, part, span) : batch;
    yield* yieldIfNotEmpty(sortCaptures(certain, span, direction));
    if (isOpen)
      yield* scanSpan({ ...scan, firstBatch: size, begun: undefined }, toNextKeyPrefixRange(span, part));
    ({ limit, batch: pending } = started ?? next());
  }
}

/** Returns the captures of the batch whose indexed part comes before `part`, the last part in the batch. */
function dropCapturesInPart(batch: Capture[], part: Buffer, span: KeyPrefixRange): Capture[] {
  return batch.slice(0, batch.findLastIndex(({ urlkey }) => !getKeyPart(urlkey, span).equals(part)) + 1);
}

/** Sorts the captures. If two captures share an indexed part, `captures` must contain all captures with this part. */
function sortCaptures(captures: Capture[], span: KeyPrefixRange, direction: Direction): Capture[] {
  if (!canAnySharePart(captures, span)) return captures;
  const forward = captures.toSorted(
    (a, b) => compareKeys(a.urlkey, b.urlkey) || a.collectionMs - b.collectionMs || (a.id < b.id ? -1 : 1),
  );
  return direction === 'forward' ? forward : forward.reverse();
}

/** Prevents an unhandled rejection if the scan ends before it needs a prefetched batch. */
function guardPrefetch(
  limit: number,
  batch: Promise<Capture[]>,
): { limit: number; batch: Promise<Capture[]> } {
  batch.catch(() => undefined);
  return { limit, batch };
}

/**
 * Returns whether to prefetch the next batch. Many scans end with the first batch, so the second is prefetched only if
 * it is certainly needed. `left`: number of captures that are still needed.
 */
function shouldPrefetch(isFirst: boolean, left: number | undefined): boolean {
  return left === undefined ? !isFirst : left > 0;
}

async function* yieldIfNotEmpty(batch: Capture[]): AsyncGenerator<Capture[]> {
  if (batch.length > 0) yield batch;
}

// Maximum size of a batch. Larger batches are not faster, because more of their memory survives garbage collection.
const BATCH_BYTES = 512 * 1024;
const MAX_BATCH = 1_000;

/**
 * Estimates the number of captures in a batch of maximum size from the average size of the captures in `batch`. Returns
 * at most `left`.
 */
function estimateNextLimit(batch: readonly Capture[], left = 0): number {
  let bytes = 0;
  for (const capture of batch) bytes += 200 + (capture.valueBytes ?? sumTextLengths(capture));
  const fit = Math.max(
    16,
    Math.min(MAX_BATCH, batch.length * 4, Math.floor((BATCH_BYTES * batch.length) / bytes)),
  );
  return left > 0 ? Math.min(fit, left) : fit;
}

function sumTextLengths(capture: Capture): number {
  return Object.values(capture).reduce(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );
}
