// Prepared statements for look-ups that replay needs thousands of times per second: captures of a key around a time,
// and ranges of key prefixes (the first 500 characters). Each connection plans them once. All values come from a
// subquery, so the plan does not depend on them and always scans the index in order. The index lacks IDs, so captures
// with the same time are sorted afterwards. long-captures.db.ts reads longer keys.
import { type ConnectionSource, createBatchedLookup, prepareRawStatement, RowLayout } from '@holdfast/pg-kit';
import { getKeyPrefix, type KeyPrefixRange } from '../../domain/keys/key-prefix-ranges.ts';
import type { Capture, Direction } from '../../domain/replay/capture.ts';
import type {
  CaptureScope,
  CaptureTimeBounds,
  Page,
  SpanCursor,
  SurroundingCaptures,
  TimeAndId,
} from '../../domain/replay/capture-index.ts';
import { captureLayout, RawCapture, sortSimultaneousCaptures, toRawCaptures } from './raw-captures.ts';

// Positions before and after all captures of a key.
const first = { collectionMs: Number.MIN_SAFE_INTEGER, id: '00000000-0000-0000-0000-000000000000' };
const last = { collectionMs: Number.MAX_SAFE_INTEGER, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
/** String that sorts after every key prefix. */
const NO_HEAD = '\u{10ffff}'.repeat(501);

/** Implements `CaptureIndex.ofKey` for a key of fewer than 500 characters. */
export async function findKeyCaptures(
  source: ConnectionSource,
  scope: CaptureScope,
  key: string,
  { direction, after, limit }: Page<TimeAndId>,
): Promise<Capture[]> {
  if (after) {
    const part = Buffer.from(key);
    const only = { part, inclusive: true };
    const span = { prefix: Buffer.alloc(0), from: only, to: only };
    return findSpanCaptures(source, scope, span, { direction, after: { part, at: after }, limit });
  }
  const { fromMs = first.collectionMs, toMs = last.collectionMs } = scope;
  const isBackward = direction === 'backward';
  const sides = { earlierToMs: toMs, laterFromMs: fromMs };
  const { earlier, later } = await findSides(source, scope, key, sides, {
    earlier: isBackward ? limit : 0,
    later: isBackward ? 0 : limit,
  });
  return isBackward ? earlier : later;
}

/** Implements `CaptureIndex.around` for a key of fewer than 500 characters. */
export function findCapturesAround(
  source: ConnectionSource,
  scope: CaptureScope,
  key: string,
  sides: CaptureTimeBounds,
  limit: number,
): Promise<SurroundingCaptures> {
  return findSides(source, scope, key, sides, { earlier: limit, later: limit });
}

async function findSides(
  source: ConnectionSource,
  { namespace, fromMs = first.collectionMs, toMs = last.collectionMs }: CaptureScope,
  key: string,
  { earlierToMs, laterFromMs }: CaptureTimeBounds,
  limits: { readonly earlier: number; readonly later: number },
): Promise<SurroundingCaptures> {
  const lookup = {
    namespace,
    key,
    earlier: { toMs: Math.min(toMs, earlierToMs), limit: limits.earlier },
    later: { fromMs: Math.max(fromMs, laterFromMs), limit: limits.later },
  };
  const isSmall = Math.max(limits.earlier, limits.later) <= MAX_SHARED && !key.includes('\0');
  const found = isSmall ? await shared(source, lookup) : (await readKeyCaptures(source, [lookup]))[0];
  if (!found) return { earlier: [], later: [] };
  return {
    earlier: takeUntilOutside(found.earlier, ({ collectionMs }) => collectionMs < fromMs),
    later: takeUntilOutside(found.later, ({ collectionMs }) => collectionMs > toMs),
  };
}

/** Returns the captures up to the first one outside the bounds. */
function takeUntilOutside(captures: Capture[], isOutside: (capture: Capture) => boolean): Capture[] {
  const end = captures.findIndex(isOutside);
  return end < 0 ? captures : captures.slice(0, end);
}

/** Look-up of captures of one key of fewer than 500 characters. Times are inclusive. */
interface KeyLookup {
  readonly namespace: string;
  readonly key: string;
  /** Limits for captures up to this time, the latest first. */
  readonly earlier: { readonly toMs: number; readonly limit: number };
  readonly later: { readonly fromMs: number; readonly limit: number };
}

/**
 * Maximum number of captures that a look-up may request on each side of its time, if it shares a round trip. Larger
 * look-ups get a separate round trip, because they would delay the others.
 */
const MAX_SHARED = 50;
/** Maximum number of look-ups in one round trip. */
const MOST_SHARED = 16;

const shared = createBatchedLookup<KeyLookup, SurroundingCaptures>(readKeyCaptures, {
  most: MOST_SHARED,
  atOnce: 2,
});

async function readKeyCaptures(
  source: ConnectionSource,
  lookups: readonly KeyLookup[],
): Promise<(SurroundingCaptures | undefined)[]> {
  const { bytes, starts } = await keyStatement(source, [
    lookups.map(({ namespace }) => namespace),
    lookups.map(({ key }) => key),
    lookups.map(({ earlier }) => earlier.toMs),
    lookups.map(({ earlier }) => earlier.limit),
    lookups.map(({ later }) => later.fromMs),
    lookups.map(({ later }) => later.limit),
  ]);
  const found: (SurroundingCaptures | undefined)[] = lookups.map(() => undefined);
  for (const start of starts) {
    const { n, is_later } = lookupLayout.read(bytes, start);
    const ofLookup = found[n - 1] ?? { earlier: [], later: [] };
    found[n - 1] = ofLookup;
    ofLookup[is_later === 1 ? 'later' : 'earlier'].push(new RawCapture(bytes, start + lookupLayout.rowBytes));
  }
  return found;
}

/** Columns at the start of each row: number of the look-up, and whether the capture is one of the later ones. */
const lookupLayout = new RowLayout({ n: ['integer', 'asked.n::integer'], is_later: 'integer' });

// Each subquery has only one time bound. With two bounds and few statistics, PostgreSQL might use an index on the time
// alone. With `with ties`, only the requested captures are sorted by ID, instead of all captures of the key.
const buildSideQuery = (side: string, isLater: 0 | 1, bound: string, order: string) => `
  select ${isLater} as is_later, ordered.* from (
    select ${captureLayout.select} from artifact
    where namespace_id = namespace.id and key_head(urlkey) = asked.key and committed
      and collection_ms ${bound}
    order by collection_ms ${order} fetch first (asked.${side}_limit) rows with ties
  ) ordered order by collectionMs ${order}, id ${order} limit asked.${side}_limit`;

// Pass each list through a subquery, so that its length does not affect the plan.
const keyStatement = prepareRawStatement(
  'captures_of_keys',
  `select ${lookupLayout.select}, ${captureLayout.selectFrom('found')}
  from unnest((select $1::text[]), (select $2::text[]), (select $3::bigint[]), (select $4::integer[]),
      (select $5::bigint[]), (select $6::integer[])) with ordinality
    as asked (namespace, key, earlier_to, earlier_limit, later_from, later_limit, n)
  join namespace on namespace.name = asked.namespace
  cross join lateral (
    (${buildSideQuery('earlier', 0, '<= asked.earlier_to', 'desc')})
    union all
    (${buildSideQuery('later', 1, '>= asked.later_from', 'asc')})
  ) found`,
);

/** Implements `CaptureIndex.ofSpan` for a range of key prefixes. */
export async function findSpanCaptures(
  source: ConnectionSource,
  { namespace, fromMs, toMs }: CaptureScope,
  { from, to }: KeyPrefixRange,
  { direction, after, limit }: Page<SpanCursor>,
): Promise<Capture[]> {
  const lowest = from
    ? { head: from.part.toString(), ...(from.inclusive ? first : last) }
    : { head: '', ...first };
  const highest = to
    ? { head: to.part.toString(), ...(to.inclusive ? last : first) }
    : { head: NO_HEAD, ...first };
  const [above, below] = after ? toBoundsAfterCursor(lowest, highest, direction, after) : [lowest, highest];
  const values = [
    ...[namespace, limit, above.head, above.collectionMs, above.id, below.head, below.collectionMs, below.id],
    ...(fromMs === undefined && toMs === undefined
      ? []
      : [fromMs ?? first.collectionMs, toMs ?? last.collectionMs]),
  ];
  const isTimed = values.length === 10;
  const { tied, ordered } = (isTimed ? timedSpanStatements : spanStatements)[direction];
  const captures = toRawCaptures(await tied(source, values));
  if (captures.length === limit + MAX_TIED) return toRawCaptures(await ordered(source, values));
  const sameHead = (a: Capture, b: Capture) =>
    a.urlkey === b.urlkey || getKeyPrefix(a.urlkey) === getKeyPrefix(b.urlkey);
  sortSimultaneousCaptures(captures, direction, sameHead);
  return captures.length > limit ? captures.slice(0, limit) : captures;
}

/** Exclusive bound: key prefix, time and ID. */
interface SpanBound {
  readonly head: string;
  readonly collectionMs: number;
  readonly id: string;
}

/** Returns the bounds of the rows after the cursor. */
function toBoundsAfterCursor(
  above: SpanBound,
  below: SpanBound,
  direction: Direction,
  { part, at }: SpanCursor,
): [above: SpanBound, below: SpanBound] {
  const { collectionMs, id } = at ?? (direction === 'forward' ? last : first);
  const cursor = { head: part.toString(), collectionMs, id };
  return direction === 'forward' ? [cursor, below] : [above, cursor];
}

/**
 * Maximum number of captures with the same time that this process sorts by ID. PostgreSQL sorts larger groups. Sorting
 * in this process makes a range scan 15-20 % faster.
 */
const MAX_TIED = 100;

// The bounds omit IDs, because with IDs PostgreSQL would compare each key twice. The redundant bounds on the key prefix
// show the planner that the range is small. Otherwise, it might scan the whole table.
const prepareSpanStatement = (name: string, order: string, isTimed: boolean, end: string) =>
  prepareRawStatement(
    `captures_of_span_${name}`,
    `
      select found.* from (
        select (select id from namespace where name = $1::text) as namespace_id, $2::integer as max,
          $3::text as above_head, $4::bigint as above_ms, $5::uuid as above_id, $6::text as below_head,
          $7::bigint as below_ms, $8::uuid as below_id
          ${isTimed ? ', $9::bigint as from_ms, $10::bigint as to_ms' : ''} offset 0
      ) asked
      cross join lateral (
        select * from (
          select ${captureLayout.select} from artifact
          where namespace_id = asked.namespace_id and committed
            and (key_head(urlkey), collection_ms) >= (asked.above_head, asked.above_ms)
            and (key_head(urlkey), collection_ms) <= (asked.below_head, asked.below_ms)
            and key_head(urlkey) >= asked.above_head and key_head(urlkey) <= asked.below_head
            and not (collection_ms = asked.above_ms and id <= asked.above_id and key_head(urlkey) = asked.above_head)
            and not (collection_ms = asked.below_ms and id >= asked.below_id and key_head(urlkey) = asked.below_head)
            ${isTimed ? 'and collection_ms >= asked.from_ms and collection_ms <= asked.to_ms' : ''}
          order by key_head(urlkey) ${order}, collection_ms ${order}${end}
      ) found`,
  );

const prepareSpanStatements = (name: string, order: string, isTimed: boolean) => ({
  tied: prepareSpanStatement(
    name,
    order,
    isTimed,
    ` fetch first (asked.max) rows with ties ) bounded limit asked.max + ${MAX_TIED}`,
  ),
  ordered: prepareSpanStatement(`${name}_ordered`, order, isTimed, `, id ${order} limit asked.max ) bounded`),
});

const spanStatements = {
  forward: prepareSpanStatements('forward', 'asc', false),
  backward: prepareSpanStatements('backward', 'desc', false),
};

const timedSpanStatements = {
  forward: prepareSpanStatements('forward_in_time', 'asc', true),
  backward: prepareSpanStatements('backward_in_time', 'desc', true),
};
