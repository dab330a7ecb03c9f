// Returns the captures of a key range in time order, by the cheaper of two plans. Needed to find the captures closest
// to a time (features/replay/walk/closest-walk.ts).
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { KeyRange } from '../../domain/keys/key-prefix-ranges.ts';
import type { Capture, Direction } from '../../domain/replay/capture.ts';
import type { CaptureScope, Page, TimeAndId } from '../../domain/replay/capture-index.ts';
import type { IndexSchema } from '../schema.ts';
import {
  addConditions,
  buildTimeBounds,
  buildTimeConditions,
  type CaptureRow,
  type CaptureSource,
  captureColumns,
  chooseComparison,
  joinConditions,
  listCaptureSources,
  toCapture,
} from './capture-rows.db.ts';

// For a range with more captures than this, the namespace's captures closest to the requested time are examined first.
// A smaller range is read completely.
const FEW_IN_RANGE = 2_000;
const CLOSEST_EXAMINED = 20_000;

/**
 * Returns the captures of a key range in time order. For a range with many captures, first examines the namespace's
 * captures that are closest to the time. Reads all captures of the range only if too few of the examined captures are
 * in the range.
 */
export async function findCapturesByTime(
  db: Kysely<IndexSchema>,
  whole: CaptureScope,
  range: KeyRange,
  page: Page<TimeAndId>,
): Promise<Capture[]> {
  const scope = removePassedTimeBound(whole, page.direction, page.after);
  const sources = listCaptureSources(scope.namespace, range);
  if (await haveMoreThan(db, sources, FEW_IN_RANGE)) {
    const closest = await findAmongClosest(db, scope, range, page);
    if (closest.length === page.limit) return closest;
  }
  return selectFromAllSources(db, sources, scope, page);
}

async function findAmongClosest(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  { from, below }: KeyRange,
  { direction, after, limit }: Page<TimeAndId>,
): Promise<Capture[]> {
  const order =
    direction === 'forward'
      ? sql`collection_ms >> 16, collection_ms, id`
      : sql`collection_ms >> 16 desc, collection_ms desc, id desc`;
  const looked = [
    sql`namespace_id = (select namespace.id from namespace where name = ${scope.namespace})`,
    ...buildTimeBounds(sql`collection_ms`, scope),
    ...buildCursorConditions({ ms: sql`collection_ms`, id: sql`id` }, direction, after),
    ...buildCoarseTimeBounds(scope, direction, after),
  ];
  const inRange = [sql`urlkey >= ${from}`, ...(below === undefined ? [] : [sql`urlkey < ${below}`])];
  const { rows } = await sql<CaptureRow>`
    select ${captureColumns} from (
      select * from artifact where ${joinConditions(looked)} order by ${order} limit ${CLOSEST_EXAMINED}
    ) artifact
    where ${joinConditions([sql`committed`, ...inRange])}
    order by ${order} limit ${limit}`.execute(db);
  return rows.map(toCapture);
}

/** Returns the bounds of the index scan. The index contains times without their last 16 bits. */
function buildCoarseTimeBounds(
  { fromMs, toMs }: CaptureScope,
  direction: Direction,
  after: TimeAndId | undefined,
) {
  const [first, last] =
    direction === 'forward' ? [after?.collectionMs, undefined] : [undefined, after?.collectionMs];
  return buildTimeBounds(sql`collection_ms >> 16`, {
    fromMs: toCoarseTime(first ?? fromMs),
    toMs: toCoarseTime(last ?? toMs),
  });
}

function toCoarseTime(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.floor(ms / 2 ** 16);
}

async function selectFromAllSources(
  db: Kysely<IndexSchema>,
  sources: readonly CaptureSource[],
  scope: CaptureScope,
  { direction, after, limit }: Page<TimeAndId>,
): Promise<Capture[]> {
  if (sources.length === 0) return [];
  // Sort by an expression, so that PostgreSQL does not scan the whole index by time.
  const order = (ms: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    direction === 'forward' ? sql`${ms} + 0, ${id}` : sql`${ms} + 0 desc, ${id} desc`;
  const each = sources.map((source) => {
    const { table, conditions, ms, id } = addConditions(
      buildTimeConditions(source, scope),
      buildCursorConditions(source, direction, after),
    );
    return sql`(select ${captureColumns} from ${table} where ${joinConditions(conditions)} order by ${order(ms, id)} limit ${limit})`;
  });
  const { rows } = await sql<CaptureRow>`
    select * from (${sql.join(each, sql` union all `)}) found
    order by ${order(sql`found."collectionMs"`, sql`id`)} limit ${limit}`.execute(db);
  return rows.map(toCapture);
}

/**
 * Returns whether there are more captures than `count`, including uncommitted ones. The indexes do not contain the
 * state.
 */
async function haveMoreThan(
  db: Kysely<IndexSchema>,
  sources: readonly CaptureSource[],
  count: number,
): Promise<boolean> {
  const each = sources.map(
    ({ table, conditions, part }) =>
      sql`(select from ${table} where ${joinConditions(conditions)} order by ${part} limit ${count + 1})`,
  );
  if (each.length === 0) return false;
  const { rows } = await sql`
    select from (${sql.join(each, sql` union all `)}) found offset ${count} limit 1`.execute(db);
  return rows.length > 0;
}

function buildCursorConditions(
  { ms, id }: Pick<CaptureSource, 'ms' | 'id'>,
  direction: Direction,
  after: TimeAndId | undefined,
): RawBuilder<unknown>[] {
  if (!after) return [];
  const position = sql`(${after.collectionMs}::bigint, ${after.id}::uuid)`;
  return [sql`(${ms}, ${id}) ${chooseComparison(direction)} ${position}`];
}

/**
 * Removes the time bound that the cursor has already passed. Otherwise, PostgreSQL might start the index scan at the
 * bound instead of at the cursor.
 */
export function removePassedTimeBound(
  scope: CaptureScope,
  direction: Direction,
  after: TimeAndId | undefined,
): CaptureScope {
  if (!after) return scope;
  return direction === 'forward' ? { ...scope, fromMs: undefined } : { ...scope, toMs: undefined };
}
