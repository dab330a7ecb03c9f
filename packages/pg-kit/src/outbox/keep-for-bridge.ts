// Records changes for a bridge within the transactions that make them. Nothing is recorded if no bridge has registered
// (outbox.ts), or if the bridge has exceeded the absence or the number of unpublished changes it registered with:
// nobody would read them, and the table must not grow for ever. Two changes are in the order of their transactions only
// if the second waits for the first, as with an AU's lock, so record changes while holding the lock.
import { type RawBuilder, sql } from 'kysely';

/**
 * Expression: true if changes are recorded. Checking it in an earlier statement avoids planning `keepForBridge`.
 * `owner`: as for `migrate`.
 */
export function isHeard(owner: string): RawBuilder<boolean> {
  return sql`${sql.id(`${owner}_is_heard`)}()`;
}

/** Expression that records these changes (JSON), in this order. Evaluate it once in the transaction. */
export function leftForBridge(owner: string, changes: readonly string[]): RawBuilder<unknown> {
  return sql`${sql.id(`${owner}_leave`)}(${changes}::text[])`;
}

/**
 * Statement (also usable in a `with`) for changes computed in the database. The query `changes` returns a column
 * `change` (json), and `number`, by which changes are ordered.
 */
export function keepForBridge(owner: string, changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into ${sql.table(`${owner}_change`)} (change)
    select change from (${changes}) changes where ${isHeard(owner)} order by number`;
}
