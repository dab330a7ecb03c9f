// Copies of the replay index, as the database knows them: each registers, shows itself from time to time, and is forgotten.
// What it is told of changes is in copy-news.db.ts, what it holds comes from copy-rows.db.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@holdfast/pg-kit';
import { sql } from 'kysely';
import type { Snapshot } from '../../domain/replay/snapshot.ts';
import type { IndexSchema } from '../schema.ts';
import { makeCopyTriggers } from './copy-triggers.db.ts';

type Kysely = Database<IndexSchema>['kysely'];

const LOOK_AGAIN_MS = 50;

/**
 * From when it resolves, every change is told that a snapshot taken from then on does not see. Its heartbeats begin with 0.
 * Waits for transactions that are under way. Who registers again begins anew.
 */
export async function registerCopy(db: Kysely, id: string, signal: AbortSignal): Promise<void> {
  await sql`
    insert into replay_copy as copy (id, home) values (${id}, replay_home())
    on conflict (id) do update
      set home = excluded.home, beat = 0, seen_at = excluded.seen_at, oldest_xid = excluded.oldest_xid`.execute(
    db,
  );
  await makeCopyTriggers(db, signal);
  // Those may have looked for copies before there was this one.
  for (let earlier = await writers(db); earlier.length > 0; ) {
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
    const still = new Set(await writers(db));
    earlier = earlier.filter((one) => still.has(one));
  }
}

/** Transactions that have changed artifacts, or are about to. */
async function writers(db: Kysely): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct virtualtransaction as id from pg_locks
    where locktype = 'relation' and relation = 'artifact'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * It is told nothing any more. Writers wait for the leases it has, which end before they stop to; for a day it is known that
 * it was there, for which the triggers stay.
 */
export async function forgetCopy(db: Kysely, id: string): Promise<void> {
  await sql`
    update replay_copy set seen_at = least(seen_at, now() - interval '55 minutes') where id = ${id}`.execute(
    db,
  );
}

/**
 * The next heartbeat after this one: its number, which goes on by more than one where an answer was lost. Undefined when the
 * database has not come so far, because it was restored to an earlier state, is another database, does not know the copy
 * any more, or has not seen it for so long that it may not have been told of all. `oldest`: a snapshot such that all parts
 * of the copy have what it sees, undefined while it has none; changes that all copies have are deleted.
 */
export async function beatCopy(
  db: Kysely,
  id: string,
  after: number,
  oldest: Snapshot | undefined,
): Promise<number | undefined> {
  const { rows } = await sql<{ beat: number }>`
    update replay_copy set beat = beat + 1, seen_at = now(),
      oldest_xid = coalesce(${oldest && String(oldest.xmin)}::xid8, oldest_xid)
    where id = ${id} and beat >= ${after}::bigint and home = replay_home()
      and seen_at > now() - interval '50 minutes'
    returning beat`.execute(db);
  if (!rows[0]) return undefined;
  await sql`delete from replay_copy where seen_at < now() - interval '1 day'`.execute(db);
  // A snapshot of a copy that registers just now is newer than any that the others have named.
  await sql`
    delete from replay_change
    where xid < (
      select oldest_xid from replay_copy where seen_at > now() - interval '1 hour' order by oldest_xid limit 1
    )`.execute(db);
  return rows[0].beat;
}

export interface NamespaceName {
  readonly id: number;
  readonly name: string;
}

export function namespacesOf(db: Kysely): Promise<NamespaceName[]> {
  return db.selectFrom('namespace').select(['id', 'name']).orderBy('name').execute();
}

/** Of the table of artifacts, without its indexes. */
export async function artifactTableBytes(db: Kysely): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_table_size('artifact') as bytes`.execute(db);
  return rows[0]!.bytes;
}
