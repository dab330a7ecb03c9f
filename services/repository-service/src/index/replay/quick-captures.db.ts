// What the prepared statements can answer of the questions of replay: undefined where they cannot, which leaves the
// question to the queries that can answer all of them.
import type { ConnectionSource } from '@holdfast/pg-kit';
import { headOf, isLong, type KeySpan } from '../../domain/keys/key-spans.ts';
import type { Capture, Direction } from '../../domain/replay/capture.ts';
import type {
  Around,
  CaptureScope,
  Page,
  Sides,
  SpanCursor,
  TimeAndId,
} from '../../domain/replay/capture-index.ts';
import {
  MAX_PREPARED,
  type Place,
  preparedKeyCaptures,
  preparedSpanCaptures,
} from './prepared-captures.db.ts';

// Before and behind every capture of a key.
const first = { collectionMs: Number.MIN_SAFE_INTEGER, id: '00000000-0000-0000-0000-000000000000' };
const last = { collectionMs: Number.MAX_SAFE_INTEGER, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
/** Above every head. */
const NO_HEAD = '\u{10ffff}'.repeat(501);

export async function quickOfKey(
  source: ConnectionSource,
  scope: CaptureScope,
  key: string,
  { direction, after, limit }: Page<TimeAndId>,
): Promise<Capture[] | undefined> {
  if (isLong(key) || limit > MAX_PREPARED) return undefined;
  if (after) {
    const cursor = { head: key, collectionMs: after.collectionMs, id: after.id };
    const [above, below] =
      direction === 'forward' ? [cursor, { head: key, ...last }] : [{ head: key, ...first }, cursor];
    return preparedSpanCaptures(
      source,
      { namespace: scope.namespace, above, below, times: timesOf(scope), direction, limit },
      headOf,
    );
  }
  const { fromMs = first.collectionMs, toMs = last.collectionMs } = scope;
  const isBackward = direction === 'backward';
  const found = await preparedKeyCaptures(source, {
    namespace: scope.namespace,
    key,
    earlier: { toMs, limit: isBackward ? limit : 0 },
    later: { fromMs, limit: isBackward ? 0 : limit },
  });
  return found && (isBackward ? since(found.earlier, fromMs) : until(found.later, toMs));
}

export async function quickAround(
  source: ConnectionSource,
  scope: CaptureScope,
  key: string,
  { earlierToMs, laterFromMs }: Sides,
  limit: number,
): Promise<Around | undefined> {
  if (isLong(key) || limit > MAX_PREPARED) return undefined;
  const { fromMs = first.collectionMs, toMs = last.collectionMs } = scope;
  const found = await preparedKeyCaptures(source, {
    namespace: scope.namespace,
    key,
    earlier: { toMs: Math.min(toMs, earlierToMs), limit },
    later: { fromMs: Math.max(fromMs, laterFromMs), limit },
  });
  return found && { earlier: since(found.earlier, fromMs), later: until(found.later, toMs) };
}

/** Those not before the time, of captures of which the latest comes first. */
function since(captures: Capture[], ms: number): Capture[] {
  const end = captures.findIndex(({ collectionMs }) => collectionMs < ms);
  return end < 0 ? captures : captures.slice(0, end);
}

function until(captures: Capture[], ms: number): Capture[] {
  const end = captures.findIndex(({ collectionMs }) => collectionMs > ms);
  return end < 0 ? captures : captures.slice(0, end);
}

export async function quickOfSpan(
  source: ConnectionSource,
  scope: CaptureScope,
  { prefix, from, to }: KeySpan,
  { direction, after, limit }: Page<SpanCursor>,
): Promise<Capture[] | undefined> {
  if (prefix.length > 0 || limit > MAX_PREPARED) return undefined;
  const lowest = from
    ? { head: from.part.toString(), ...(from.inclusive ? first : last) }
    : { head: '', ...first };
  const highest = to
    ? { head: to.part.toString(), ...(to.inclusive ? last : first) }
    : { head: NO_HEAD, ...first };
  const [above, below] = after ? behind(lowest, highest, direction, after) : [lowest, highest];
  return preparedSpanCaptures(
    source,
    { namespace: scope.namespace, above, below, times: timesOf(scope), direction, limit },
    headOf,
  );
}

function timesOf({ fromMs, toMs }: CaptureScope) {
  if (fromMs === undefined && toMs === undefined) return undefined;
  return { fromMs: fromMs ?? first.collectionMs, toMs: toMs ?? last.collectionMs };
}

/** The bounds of what is left behind the cursor. */
function behind(
  above: Place,
  below: Place,
  direction: Direction,
  { part, at }: SpanCursor,
): [above: Place, below: Place] {
  const { collectionMs, id } = at ?? (direction === 'forward' ? last : first);
  const cursor = { head: part.toString(), collectionMs, id };
  return direction === 'forward' ? [cursor, below] : [above, cursor];
}
