// Whoever takes a lease waits for another who is just taking one, as each takes a moment. To be refused means that there is a
// writer, and whoever is takes none for seconds: of several processes that answer look-ups, each was refused now and then
// because of the others.
import { type Kysely, sql } from 'kysely';

/** Who calls the function calls it as before. */
export const worksWith = '0019-outbox-functions';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(leaseAndNews).execute(db);
}

/** Locked by whoever has changed what replay shows, shared, until that is committed (0021-replay-copies). */
const WRITERS = '4023714371397264928';
/** Locked by whoever takes a lease, until that is committed. No writer waits for it. */
const TAKERS = '4023714371397264929';

// As in 0021-replay-copies, but for the first of the locks. Each statement has a snapshot of its own.
const leaseAndNews = `
  create or replace function replay_lease_and_news(
    asking uuid, ms integer, copy uuid, above xid8, running xid8[]
  )
  returns table (
    leased boolean, snapshot text, beat bigint, xid xid8, namespace_id integer, lowest text, highest text
  )
  language plpgsql as $$
  declare
    is_leased boolean;
  begin
    perform pg_advisory_xact_lock(${TAKERS});
    is_leased := pg_try_advisory_xact_lock(${WRITERS});
    if is_leased then
      perform set_config('synchronous_commit', 'off', true);
      delete from replay_lease where replay_lease.until < clock_timestamp() - interval '1 minute';
      insert into replay_lease as lease values (asking, clock_timestamp() + least(ms, 1000) * interval '1 ms')
      on conflict (holder) do update set until = excluded.until;
    end if;
    return query select is_leased, news.* from replay_news(copy, above, running) news;
  end $$`;
