// Records changes for a bridge (outbox.ts), in the transactions that make the changes. Records nothing unless a bridge
// is registered. Stops recording if the bridge has been absent for too long or has too many unpublished changes; the
// bridge sets these limits, which bound the size of the table. Two changes are recorded in order only if the second
// transaction waits for the first. Record changes while holding a lock, such as the lock of an AU.
import { type RawBuilder, sql } from 'kysely';

/**
 * Returns an SQL expression that is true if changes are recorded. Evaluating it in an earlier statement can save
 * PostgreSQL from planning the statement of `buildBridgeInsert`. `owner` is the owner of the migrations, as in
 * `applyMigrations`.
 */
export function buildRecordingCheck(owner: string): RawBuilder<boolean> {
  return sql`${sql.id(`${owner}_is_heard`)}()`;
}

/** Returns an SQL expression that records these changes (JSON) in order. Evaluate it exactly once per transaction. */
export function buildBridgeRecordCall(owner: string, changes: readonly string[]): RawBuilder<unknown> {
  return sql`${sql.id(`${owner}_leave`)}(${changes}::text[])`;
}

/**
 * Returns a statement, also usable in a `with`, that records changes computed by a query. The query `changes` has a
 * column `change` (json) and a column `number`, by which changes are ordered.
 */
export function buildBridgeInsert(owner: string, changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into ${sql.table(`${owner}_change`)} (change)
    select change from (${changes}) changes where ${buildRecordingCheck(owner)} order by number`;
}
