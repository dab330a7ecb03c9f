// Changes that a bridge is to tell other programs of, left by the transactions that make them. Nothing is left where
// no bridge has registered (outbox.ts), nor when it has not been seen for as long, or has left as many untold, as it said
// when it registered: nobody reads them, and the table must not grow for ever.
//
// The order of two changes is that of their transactions only where the second waits for the first, as it does for an
// AU's lock: they must be left when the lock is held.
import { type RawBuilder, sql } from 'kysely';

/**
 * Whether changes are to be left. What asks in an earlier statement of the transaction spares it the planning of
 * `keepForBridge`. `owner`: as for `migrate`.
 */
export function isHeard(owner: string): RawBuilder<boolean> {
  return sql`${sql.id(`${owner}_is_heard`)}()`;
}

/** An expression, to be evaluated once in the transaction: leaves these changes, each of them JSON, in this order. */
export function leftForBridge(owner: string, changes: readonly string[]): RawBuilder<unknown> {
  return sql`${sql.id(`${owner}_leave`)}(${changes}::text[])`;
}

/**
 * A statement, which may stand in a `with`, for changes that are not known outside the database. The query `changes` gives
 * them: a column `change` (json), and `number`, by which they are told in order.
 */
export function keepForBridge(owner: string, changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into ${sql.table(`${owner}_change`)} (change)
    select change from (${changes}) changes where ${isHeard(owner)} order by number`;
}
