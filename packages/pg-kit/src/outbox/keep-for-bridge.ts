// Records changes for a bridge, in the transactions that make them. Nothing is recorded if no bridge has registered
// (outbox.ts), or if the bridge has been absent for too long or has too many unpublished changes. The bridge sets these
// limits when it registers; they keep the table from growing without bound. Two changes are recorded in the order of
// their transactions only if the second transaction waits for the first, for example for an AU's lock. So record
// changes while holding such a lock.
import { type RawBuilder, sql } from 'kysely';

/**
 * Returns an SQL expression that is true if changes are recorded. Checking it in an earlier statement avoids the cost
 * of planning the statement of `buildBridgeInsert`. `owner` is the owner of the migrations, as in `migrate`.
 */
export function buildRecordingCheck(owner: string): RawBuilder<boolean> {
  return sql`${sql.id(`${owner}_is_heard`)}()`;
}

/** SQL expression that records these changes (JSON) in the given order. Evaluate it exactly once in the transaction. */
export function buildBridgeRecordCall(owner: string, changes: readonly string[]): RawBuilder<unknown> {
  return sql`${sql.id(`${owner}_leave`)}(${changes}::text[])`;
}

/**
 * Statement (also usable in a `with`) for changes computed in the database. The query `changes` returns a column
 * `change` (json), and `number`, by which changes are ordered.
 */
export function buildBridgeInsert(owner: string, changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into ${sql.table(`${owner}_change`)} (change)
    select change from (${changes}) changes where ${buildRecordingCheck(owner)} order by number`;
}
