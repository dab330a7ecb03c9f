// Finds the n-th capture of the replay index by skipping index entries at each level of the keys.
import { type Kysely, sql } from 'kysely';
import {
  canSharePart,
  getKeyPart,
  isLongKey,
  type KeyPrefixRange,
  listKeyPrefixRanges,
  toKeyPrefixRange,
  toNextKeyPrefixRange,
} from '../../domain/keys/key-prefix-ranges.ts';
import type { Direction, ReplayPosition } from '../../domain/replay/capture.ts';
import type { CapturePosition, CaptureScope, KeyMatch } from '../../domain/replay/capture-index.ts';
import { findLongKeyAt } from '../long-keys.db.ts';
import type { IndexSchema } from '../schema.ts';
import {
  addConditions,
  buildTimeBounds,
  buildTimeConditions,
  type CaptureSource,
  chooseComparison,
  joinConditions,
  toCaptureSource,
} from './capture-rows.db.ts';

/**
 * Returns the position of the capture after the first `before` captures, or undefined if there are fewer. `open`:
 * provides the database for one query.
 */
export async function findPositionAt(
  open: () => Kysely<IndexSchema>,
  scope: CaptureScope,
  match: KeyMatch,
  { before, direction }: CapturePosition,
): Promise<ReplayPosition | undefined> {
  const spans = 'key' in match ? [toKeyPrefixRange(match.key)] : listKeyPrefixRanges(match);
  if (direction === 'backward') spans.reverse();
  let left = before;
  for (const span of spans) {
    const found = await findInSpan(open, scope, span, { before: left, direction });
    if (found) return found;
    if (span !== spans.at(-1))
      left -= await countSourceCaptures(
        open(),
        buildTimeConditions(toCaptureSource(scope.namespace, span), scope),
      );
  }
  return undefined;
}

async function findInSpan(
  open: () => Kysely<IndexSchema>,
  scope: CaptureScope,
  span: KeyPrefixRange,
  place: CapturePosition,
): Promise<ReplayPosition | undefined> {
  if (span.prefix.length > 0) return findAmongLongKeys(open, scope, span, place);
  const { direction } = place;
  const found = await findHeadAt(
    open(),
    buildTimeConditions(toCaptureSource(scope.namespace, span), scope),
    place,
  );
  if (!found) return undefined;
  const { head, before } = found;
  if (isLongKey(head))
    return findInSpan(open, scope, toNextKeyPrefixRange(span, Buffer.from(head)), { before, direction });
  const ofKey = buildTimeConditions(toCaptureSource(scope.namespace, toKeyPrefixRange(head)), scope);
  return findNthKeyCapture(open(), ofKey, { before, direction });
}

/**
 * Finds the key prefix (first 500 characters) of the n-th capture, and the number of captures before it that have the
 * same prefix. Counts without sorting, because the order of captures with the same prefix does not affect these values.
 */
async function findHeadAt(
  db: Kysely<IndexSchema>,
  { table, conditions, part }: CaptureSource,
  { before, direction }: CapturePosition,
): Promise<{ head: string; before: number } | undefined> {
  const order = direction === 'forward' ? part : sql`${part} desc`;
  const { rows } = await sql<{ head: string; others: number }>`
    select ${part} as head, rank() over (order by ${order}) - 1 as others
    from ${table} where ${joinConditions(conditions)} order by ${order} offset ${before} limit 1`.execute(db);
  const [found] = rows;
  return found && { head: found.head, before: before - found.others };
}

/**
 * Finds the n-th capture in a range of long keys. The index is sorted by key part. Longer keys that share a key part
 * are not in order, so the search continues among these keys.
 */
async function findAmongLongKeys(
  open: () => Kysely<IndexSchema>,
  scope: CaptureScope,
  span: KeyPrefixRange,
  { before, direction }: CapturePosition,
): Promise<ReplayPosition | undefined> {
  const found = await findNthLongKeyCapture(open, scope, span, { before, direction });
  if (!found || !canSharePart(found.urlkey, span)) return found;
  const part = getKeyPart(found.urlkey, span);
  const only = { part, inclusive: true };
  const sharing = buildTimeConditions(
    toCaptureSource(scope.namespace, { ...span, from: only, to: only }),
    scope,
  );
  const at = sql`(${found.collectionMs}::bigint, ${found.id}::uuid)`;
  const isBefore = chooseComparison(direction === 'forward' ? 'backward' : 'forward');
  const passed = await countSourceCaptures(
    open(),
    addConditions(sharing, [sql`(${sharing.ms}, ${sharing.id}) ${isBefore} ${at}`]),
  );
  return findInSpan(open, scope, toNextKeyPrefixRange(span, part), { before: passed, direction });
}

async function findNthLongKeyCapture(
  open: () => Kysely<IndexSchema>,
  scope: CaptureScope,
  span: KeyPrefixRange,
  { before, direction }: { before: number; direction: Direction },
): Promise<ReplayPosition | undefined> {
  const { conditions, ms } = toCaptureSource(scope.namespace, span);
  const id = await findLongKeyAt(open(), {
    conditions: [...conditions, ...buildTimeBounds(ms, scope)],
    backward: direction === 'backward',
    before,
    counted: sql`select id from artifact where artifact.id = entry.artifact_id and committed`,
  });
  if (id === undefined) return undefined;
  const { rows } = await sql<ReplayPosition>`
    select urlkey, collection_ms as "collectionMs", id from artifact where id = ${id}::uuid`.execute(open());
  return rows[0];
}

async function findNthKeyCapture(
  db: Kysely<IndexSchema>,
  { table, conditions, ms, id }: CaptureSource,
  { before, direction }: CapturePosition,
): Promise<ReplayPosition | undefined> {
  const order = direction === 'forward' ? sql`${ms}, ${id}` : sql`${ms} desc, ${id} desc`;
  const { rows } = await sql<ReplayPosition>`
    select urlkey, collection_ms as "collectionMs", artifact.id from ${table} where ${joinConditions(conditions)}
    order by ${order} offset ${before} limit 1`.execute(db);
  return rows[0];
}

async function countSourceCaptures(
  db: Kysely<IndexSchema>,
  { table, conditions }: CaptureSource,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${table} where ${joinConditions(conditions)}`.execute(db);
  return rows[0]!.count;
}
