// Captures by time: of one key, as the index has them; of a range of keys, whichever way is shorter.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Capture, Direction } from '../../domain/replay/capture.ts';
import type {
  Around,
  CaptureScope,
  KeyRange,
  Page,
  Sides,
  TimeAndId,
} from '../../domain/replay/capture-index.ts';
import type { IndexSchema } from '../schema.ts';
import {
  afterOperator,
  allOf,
  type CaptureRow,
  captureColumns,
  captureOf,
  captures,
  committedInScope,
  inRange,
  inScope,
  matching,
} from './capture-rows.db.ts';

export function capturesOfKey(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  key: string,
  { direction, after, limit }: Page<TimeAndId>,
): Promise<Capture[]> {
  const conditions = [...matching({ key }), ...afterCursor(direction, after)];
  return captures(
    db,
    withoutPassedBound(scope, direction, after),
    conditions,
    sql`order by ${timeOrder(direction)} limit ${limit}`,
  );
}

/** In one query: a look-up that asks twice takes twice as long. */
export async function capturesAround(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  key: string,
  { earlierToMs, laterFromMs }: Sides,
  limit: number,
): Promise<Around> {
  const ofKey = matching({ key });
  const earlier = [...ofKey, sql`collection_ms <= ${earlierToMs}::bigint`];
  const later = [...ofKey, sql`collection_ms >= ${laterFromMs}::bigint`];
  const { rows } = await sql<CaptureRow>`
    (select ${captureColumns} from artifact ${committedInScope(scope, earlier)}
      order by collection_ms desc, id desc limit ${limit})
    union all
    (select ${captureColumns} from artifact ${committedInScope(scope, later)}
      order by collection_ms, id limit ${limit})`.execute(db);
  const found = rows.map(captureOf);
  return {
    earlier: found.filter(({ collectionMs }) => collectionMs <= earlierToMs),
    later: found.filter(({ collectionMs }) => collectionMs >= laterFromMs),
  };
}

// A range of so few captures is looked at whole; for a larger one the nearest of the namespace are looked at first.
const FEW_IN_RANGE = 2_000;
const NEAREST_LOOKED_AT = 20_000;

/**
 * A range that has many of the namespace's captures has enough among the nearest of them; for one that has few, or none
 * at that time, all of its own are looked at. Either way what is looked at is bounded by what the range holds.
 */
export async function capturesByTime(
  db: Kysely<IndexSchema>,
  whole: CaptureScope,
  range: KeyRange,
  { direction, after, limit }: Page<TimeAndId>,
): Promise<Capture[]> {
  const scope = withoutPassedBound(whole, direction, after);
  const position = afterCursor(direction, after);
  if (await hasMoreThan(db, scope, range, FEW_IN_RANGE)) {
    const nearest = sql`
      select * from artifact ${inScope(scope, position)} order by ${timeOrder(direction)} limit ${NEAREST_LOOKED_AT}`;
    const { rows } = await sql<CaptureRow>`
      select ${captureColumns} from (${nearest}) artifact
      where ${allOf([sql`committed`, ...inRange(range)])}
      order by ${timeOrder(direction)} limit ${limit}`.execute(db);
    if (rows.length === limit) return rows.map(captureOf);
  }
  // Written so that the index by time is not taken for it: it would be walked to its end.
  const order = direction === 'forward' ? sql`collection_ms + 0, id` : sql`collection_ms + 0 desc, id desc`;
  return captures(db, scope, [...inRange(range), ...position], sql`order by ${order} limit ${limit}`);
}

async function hasMoreThan(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  { from, below }: KeyRange,
  count: number,
): Promise<boolean> {
  // Heads alone, which the index has: the table is not looked at.
  const conditions = [sql`left(urlkey, 500) >= left(${from}, 500)`];
  if (below !== undefined) conditions.push(sql`left(urlkey, 500) <= left(${below}, 500)`);
  const { rows } = await sql`
    select from artifact ${inScope({ ...scope, fromMs: undefined, toMs: undefined }, conditions)}
    order by left(urlkey, 500) offset ${count} limit 1`.execute(db);
  return rows.length > 0;
}

function afterCursor(direction: Direction, after: TimeAndId | undefined): RawBuilder<unknown>[] {
  if (!after) return [];
  const position = sql`(${after.collectionMs}::bigint, ${after.id}::uuid)`;
  return [sql`(collection_ms, id) ${afterOperator(direction)} ${position}`];
}

/** Drops the bound that the cursor has passed: a scan of the index could begin there instead of at the cursor. */
function withoutPassedBound(
  scope: CaptureScope,
  direction: Direction,
  after: TimeAndId | undefined,
): CaptureScope {
  if (!after) return scope;
  return direction === 'forward' ? { ...scope, fromMs: undefined } : { ...scope, toMs: undefined };
}

function timeOrder(direction: Direction): RawBuilder<unknown> {
  return direction === 'forward' ? sql`collection_ms, id` : sql`collection_ms desc, id desc`;
}
