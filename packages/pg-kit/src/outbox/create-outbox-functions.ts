// What leaves changes in an outbox (create-outbox.ts), as functions of its database, for a migration: PostgreSQL keeps the
// plans of a function, and would plan the same anew for each statement of a client.
import { type Kysely, sql } from 'kysely';

/** `owner`: as for `migrate`. */
export async function createOutboxFunctions<DB>(db: Kysely<DB>, owner: string): Promise<void> {
  for (const statement of [isHeard(owner), leave(owner)]) await sql.raw(statement).execute(db);
}

// The table is locked by who looks at it until the transaction ends: so a bridge that registers knows who has not seen it.
const isHeard = (owner: string): string => `
  create function ${owner}_is_heard() returns boolean language plpgsql stable as $$
  begin
    return exists (
      select from ${owner}_bridge bridge, ${owner}_change_id_seq told
      where bridge.seen_at + bridge.keep_for > now() and told.last_value - bridge.acknowledged < bridge.keep_rows
    );
  end $$`;

const leave = (owner: string): string => `
  create function ${owner}_leave(changes text[]) returns void language plpgsql as $$
  begin
    if ${owner}_is_heard() then
      insert into ${owner}_change (change)
      select change::json from unnest(changes) with ordinality as given(change, number) order by number;
    end if;
  end $$`;
