// Where the capture stands that has a number of others before it: they are passed over in the index, level by level of
// their keys.
import { type Kysely, sql } from 'kysely';
import {
  type KeySpan,
  mayGoOn,
  partOf,
  spanBehind,
  spanOfKey,
  spansOf,
} from '../../domain/keys/key-spans.ts';
import type { Direction, Position } from '../../domain/replay/capture.ts';
import type { CapturePosition, CaptureScope, KeyMatch } from '../../domain/replay/capture-index.ts';
import { longKeyAt } from '../long-keys.db.ts';
import type { IndexSchema } from '../schema.ts';
import {
  afterOperator,
  allOf,
  also,
  inScope,
  type Source,
  sourceOf,
  withinTimes,
} from './capture-rows.db.ts';

/** Undefined when there are not so many. `open` gives the database for one query. */
export async function positionAt(
  open: () => Kysely<IndexSchema>,
  scope: CaptureScope,
  match: KeyMatch,
  { before, direction }: CapturePosition,
): Promise<Position | undefined> {
  const spans = 'key' in match ? [spanOfKey(match.key)] : spansOf(match);
  if (direction === 'backward') spans.reverse();
  let left = before;
  for (const span of spans) {
    const found = await inSpan(open, scope, span, { before: left, direction });
    if (found) return found;
    if (span !== spans.at(-1)) left -= await count(open(), inScope(sourceOf(scope.namespace, span), scope));
  }
  return undefined;
}

/**
 * The order of the index gives the right part of a key, and the right capture unless others go on behind that part: then
 * it is among them, behind as many as the index has before it.
 */
async function inSpan(
  open: () => Kysely<IndexSchema>,
  scope: CaptureScope,
  span: KeySpan,
  { before, direction }: CapturePosition,
): Promise<Position | undefined> {
  const source = inScope(sourceOf(scope.namespace, span), scope);
  const place = { before, direction };
  const found = await (span.prefix.length > 0
    ? nthOfLong(open, scope, span, place)
    : nth(open(), source, place));
  if (!found || !mayGoOn(found.urlkey, span)) return found;
  const part = partOf(found.urlkey, span);
  const { ms, id } = source;
  const at = sql`(${found.collectionMs}::bigint, ${found.id}::uuid)`;
  const beforeIt = sql`(${ms}, ${id}) ${afterOperator(direction === 'forward' ? 'backward' : 'forward')} ${at}`;
  const only = { part, inclusive: true };
  const sharing = inScope(sourceOf(scope.namespace, { ...span, from: only, to: only }), scope);
  const passed = await count(open(), also(sharing, [beforeIt]));
  return inSpan(open, scope, spanBehind(span, part), { before: passed, direction });
}

async function nthOfLong(
  open: () => Kysely<IndexSchema>,
  scope: CaptureScope,
  span: KeySpan,
  { before, direction }: { before: number; direction: Direction },
): Promise<Position | undefined> {
  const { conditions, ms } = sourceOf(scope.namespace, span);
  const id = await longKeyAt(open(), {
    conditions: [...conditions, ...withinTimes(ms, scope)],
    backward: direction === 'backward',
    before,
    counted: sql`select id from artifact where artifact.id = entry.artifact_id and committed`,
  });
  if (id === undefined) return undefined;
  const { rows } = await sql<Position>`
    select urlkey, collection_ms as "collectionMs", id from artifact where id = ${id}::uuid`.execute(open());
  return rows[0];
}

async function nth(
  db: Kysely<IndexSchema>,
  { table, conditions, part, ms, id }: Source,
  { before, direction }: { before: number; direction: Direction },
): Promise<Position | undefined> {
  const order =
    direction === 'forward' ? sql`${part}, ${ms}, ${id}` : sql`${part} desc, ${ms} desc, ${id} desc`;
  const { rows } = await sql<Position>`
    select urlkey, collection_ms as "collectionMs", artifact.id from ${table} where ${allOf(conditions)}
    order by ${order} offset ${before} limit 1`.execute(db);
  return rows[0];
}

async function count(db: Kysely<IndexSchema>, { table, conditions }: Source): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${table} where ${allOf(conditions)}`.execute(db);
  return rows[0]!.count;
}
