// The look-ups that replay clients ask thousands of times a second: captures of a key from a time on, both ways, and a
// stretch of a span, each a statement that a connection plans once. Each value comes out of a list or a subquery, so that
// no plan can be made for one value: all use the index in its own order, whatever is asked. That order does not have ids:
// those of one time come together, and are put in order here.
import { batchedLookup, type ConnectionSource, preparedRaw, RowLayout } from '@holdfast/pg-kit';
import type { Capture, Direction } from '../../domain/replay/capture.ts';
import { captureLayout, capturesOf, orderTies, RawCapture } from './raw-captures.ts';

/** Captures of one key that is shorter than a head. Both times are inclusive. */
export interface KeyLookup {
  readonly namespace: string;
  readonly key: string;
  /** From this time backward. */
  readonly earlier: { readonly toMs: number; readonly limit: number };
  readonly later: { readonly fromMs: number; readonly limit: number };
}

export interface KeyCaptures {
  readonly earlier: Capture[];
  readonly later: Capture[];
}

/** What more than these share a time is left to a query that orders them. */
const MAX_TIED = 100;
/** Captures on one side that a look-up may ask for where it shares a round trip: nobody waits for another's many. */
const MAX_SHARED = 50;
/** Look-ups in one round trip. */
const MOST_SHARED = 16;

/** Undefined where more share a time than the statement gives. */
export async function preparedKeyCaptures(
  source: ConnectionSource,
  lookup: KeyLookup,
): Promise<KeyCaptures | undefined> {
  const { earlier, later } = lookup;
  const isSmall = Math.max(earlier.limit, later.limit) <= MAX_SHARED && !lookup.key.includes('\0');
  const found = isSmall ? await shared(source, lookup) : (await keyCaptures(source, [lookup]))[0];
  if (!found) return { earlier: [], later: [] };
  if (!isComplete(found.earlier, earlier.limit) || !isComplete(found.later, later.limit)) return undefined;
  const sameKey = () => true;
  return {
    earlier: first(orderTies(found.earlier, 'backward', sameKey), earlier.limit),
    later: first(orderTies(found.later, 'forward', sameKey), later.limit),
  };
}

const shared = batchedLookup<KeyLookup, KeyCaptures>(keyCaptures, { most: MOST_SHARED, atOnce: 2 });

async function keyCaptures(
  source: ConnectionSource,
  lookups: readonly KeyLookup[],
): Promise<(KeyCaptures | undefined)[]> {
  const { bytes, starts } = await keyStatement(source, [
    lookups.map(({ namespace }) => namespace),
    lookups.map(({ key }) => key),
    lookups.map(({ earlier }) => earlier.toMs),
    lookups.map(({ earlier }) => earlier.limit),
    lookups.map(({ later }) => later.fromMs),
    lookups.map(({ later }) => later.limit),
  ]);
  const found: (KeyCaptures | undefined)[] = lookups.map(() => undefined);
  for (const start of starts) {
    const { n, is_later } = lookupLayout.read(bytes, start);
    const ofLookup = found[n - 1] ?? { earlier: [], later: [] };
    found[n - 1] = ofLookup;
    ofLookup[is_later === 1 ? 'later' : 'earlier'].push(new RawCapture(bytes, start + lookupLayout.rowBytes));
  }
  return found;
}

/** What stands before the columns of each capture: the number of its look-up, and the side that it is on. */
const lookupLayout = new RowLayout({ n: ['integer', 'asked.n::integer'], is_later: 'integer' });

// One bound on each side: with two, a plan by time alone would seem as good where little is known of the table.
const sideOfKey = (side: string, isLater: 0 | 1, bound: string, order: string) => `
  select ${isLater} as is_later, ordered.* from (
    select ${captureLayout.select} from artifact
    where namespace_id = namespace.id and key_head(urlkey) = asked.key and committed
      and collection_ms ${bound}
    order by collection_ms ${order} fetch first (asked.${side}_limit) rows with ties
  ) ordered limit asked.${side}_limit + ${MAX_TIED}`;

// Each list comes out of a subquery: its length is then no reason to plan again.
const keyStatement = preparedRaw(
  'captures_of_keys',
  `select ${lookupLayout.select}, ${captureLayout.selectFrom('found')}
  from unnest((select $1::text[]), (select $2::text[]), (select $3::bigint[]), (select $4::integer[]),
      (select $5::bigint[]), (select $6::integer[])) with ordinality
    as asked (namespace, key, earlier_to, earlier_limit, later_from, later_limit, n)
  join namespace on namespace.name = asked.namespace
  cross join lateral (
    (${sideOfKey('earlier', 0, '<= asked.earlier_to', 'desc')})
    union all
    (${sideOfKey('later', 1, '>= asked.later_from', 'asc')})
  ) found`,
);

/** Captures whose keys begin with these heads; all bounds of places are exclusive, those of time are not. */
export interface SpanLookup {
  readonly namespace: string;
  readonly above: Place;
  readonly below: Place;
  /** Undefined: all times. */
  readonly times: { readonly fromMs: number; readonly toMs: number } | undefined;
  readonly direction: Direction;
  readonly limit: number;
}

export interface Place {
  readonly head: string;
  readonly collectionMs: number;
  readonly id: string;
}

/** A look-up of no more captures than this can be prepared. */
export const MAX_PREPARED = 1_000;

/** Answers as `preparedKeyCaptures` does. `headOf` gives the head of a key. */
export async function preparedSpanCaptures(
  source: ConnectionSource,
  { namespace, above, below, times, direction, limit }: SpanLookup,
  headOf: (urlkey: string) => string,
): Promise<Capture[] | undefined> {
  const values = [
    ...[namespace, limit, above.head, above.collectionMs, above.id, below.head, below.collectionMs, below.id],
    ...(times ? [times.fromMs, times.toMs] : []),
  ];
  const captures = capturesOf(
    await (times ? timedSpanStatements : spanStatements)[direction](source, values),
  );
  if (!isComplete(captures, limit)) return undefined;
  const sameHead = (a: Capture, b: Capture) => a.urlkey === b.urlkey || headOf(a.urlkey) === headOf(b.urlkey);
  return first(orderTies(captures, direction, sameHead), limit);
}

// Bounds of places with an id in them would make PostgreSQL compare each row's key once more. The bounds of the head alone
// say nothing new: they tell the planner that the range is small, which keeps it from reading the whole table.
const spanStatement = (direction: Direction, order: string, isTimed: boolean) =>
  preparedRaw(
    `captures_of_span_${direction}${isTimed ? '_in_time' : ''}`,
    `
      select ordered.* from (
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
          order by key_head(urlkey) ${order}, collection_ms ${order} fetch first (asked.max) rows with ties
        ) bounded limit asked.max + ${MAX_TIED}
      ) ordered`,
  );

const spanStatements = {
  forward: spanStatement('forward', 'asc', false),
  backward: spanStatement('backward', 'desc', false),
};

const timedSpanStatements = {
  forward: spanStatement('forward', 'asc', true),
  backward: spanStatement('backward', 'desc', true),
};

function isComplete(captures: readonly Capture[], limit: number): boolean {
  return captures.length < limit + MAX_TIED;
}

function first(captures: Capture[], limit: number): Capture[] {
  return captures.length > limit ? captures.slice(0, limit) : captures;
}
