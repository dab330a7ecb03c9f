// Registration of copies of the replay index. A copy registers, sends heartbeats, and is forgotten when it
// stops. Its changes come from copy-news.db.ts, its content from copy-rows.db.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@holdfast/pg-kit';
import { sql } from 'kysely';
import type { Snapshot } from '../../domain/replay/snapshot.ts';
import type { IndexSchema } from '../schema.ts';
import { makeCopyTriggers } from './copy-triggers.db.ts';

type Kysely = Database<IndexSchema>['kysely'];

const LOOK_AGAIN_MS = 50;

/**
 * Registers a copy. Once this resolves, every change that a later snapshot does not see is recorded for the copy.
 * Heartbeats start at 0. Waits for running transactions. A copy that registers again starts from scratch.
 */
export async function registerCopy(db: Kysely, id: string, signal: AbortSignal): Promise<void> {
  await sql`
    insert into replay_copy as copy (id, home) values (${id}, replay_home())
    on conflict (id) do update
      set home = excluded.home, beat = 0, seen_at = excluded.seen_at, oldest_xid = excluded.oldest_xid`.execute(
    db,
  );
  await makeCopyTriggers(db, signal);
  // These transactions may have checked for copies before this one was registered.
  for (let earlier = await writers(db); earlier.length > 0; ) {
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
    const still = new Set(await writers(db));
    earlier = earlier.filter((one) => still.has(one));
  }
}

/** Returns the running transactions that have changed artifacts or are about to. */
async function writers(db: Kysely): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct virtualtransaction as id from pg_locks
    where locktype = 'relation' and relation = 'artifact'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Stops recording changes for the copy. Its leases stay valid until they expire. The triggers stay for a day
 * after the copy was last seen.
 */
export async function forgetCopy(db: Kysely, id: string): Promise<void> {
  await sql`
    update replay_copy set seen_at = least(seen_at, now() - interval '55 minutes') where id = ${id}`.execute(
    db,
  );
}

/**
 * Records a heartbeat and returns its number, which skips numbers if an answer was lost. Returns undefined if the copy
 * must start again: the database was restored to an earlier state, is another database, does not know the copy, or has
 * not seen it for so long that changes may be missing. `oldest`: a snapshot whose changes are in all parts of the copy;
 * undefined while it has no parts. Deletes changes that all copies contain.
 */
export async function recordHeartbeat(
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
  // A copy that registers at the same time has a newer snapshot than any that the others have reported.
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

export function listNamespaceNames(db: Kysely): Promise<NamespaceName[]> {
  return db.selectFrom('namespace').select(['id', 'name']).orderBy('name').execute();
}

/** Returns the bytes of the table of artifacts without its indexes. */
export async function readArtifactTableBytes(db: Kysely): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_table_size('artifact') as bytes`.execute(db);
  return rows[0]!.bytes;
}
