// Changes that a bridge is to tell other programs of, left by the transactions that make them. Nothing is left where
// no bridge has registered (outbox.ts), nor when it has not been seen for as long, or has left as many untold, as it said
// when it registered: nobody reads them, and the table must not grow for ever.
import { type RawBuilder, sql } from 'kysely';

/**
 * A statement for the transaction that makes the changes, which may stand in a `with`. The query `changes` gives them: a
 * column `change` (json), and `number`, by which they are told in order. `owner`: as for `migrate`.
 *
 * The order of two changes is that of their transactions only where the second waits for the first, as it does for an
 * AU's lock: this must come when the lock is held.
 */
export function keepForBridge(owner: string, changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into ${sql.table(`${owner}_change`)} (change)
    select change from (${changes}) changes where ${isHeard(owner)} order by number`;
}

function isHeard(owner: string): RawBuilder<unknown> {
  return sql`exists (
    select from ${sql.table(`${owner}_bridge`)} bridge, ${sql.table(`${owner}_change_id_seq`)} told
    where bridge.seen_at + bridge.keep_for > now() and told.last_value - bridge.acknowledged < bridge.keep_rows
  )`;
}
