// State row that the loaders of all replicas share to coordinate loads. A PostgreSQL channel notifies the loaders of
// changes.
import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

export const LOADING_CHANNEL = 'holdfast_loading';

/** Key in `problems` for files of plugin registries that could not be stored in the repository service. */
const UNSTORED = 'registries';

export interface LoadState {
  readonly startupStatus: string;
  readonly startedMs: number | undefined;
  readonly endedMs: number | undefined;
  /** Start time of the last load that changed something, or the time at which a changed file was stored, if later. */
  readonly changedMs: number | undefined;
  readonly fingerprint: string | undefined;
  readonly loadedUrls: readonly string[];
  /** Messages about problems, by loading step. */
  readonly problems: Readonly<Record<string, readonly string[]>>;
  /** Total number of problems by loading step. `problems` may contain fewer. */
  readonly problemCounts: Readonly<Record<string, number>>;
  readonly noticeCounts: Readonly<Record<string, number>>;
  /** Number of load requests so far. `done` is the number of the last request that was carried out. */
  readonly requested: number;
  readonly done: number;
}

export async function readLoadState(db: Db): Promise<LoadState> {
  const row = await db
    .selectFrom('config_load')
    .selectAll()
    .select(
      sql<
        string[]
      >`array(select store_problem from registry_file where store_problem is not null order by place)`.as(
        'unstored',
      ),
    )
    .executeTakeFirstOrThrow();
  // Registries can also be stored between loads, so their problems are read from the registry table.
  const unstored = row.unstored.length === 0 ? {} : { [UNSTORED]: row.unstored };
  return {
    startupStatus: row.startup_status,
    startedMs: row.started_ms ?? undefined,
    endedMs: row.ended_ms ?? undefined,
    changedMs: row.changed_ms ?? undefined,
    fingerprint: row.fingerprint ?? undefined,
    loadedUrls: row.loaded_urls,
    problems: { ...row.problems, ...unstored },
    problemCounts: { ...row.problem_counts, [UNSTORED]: row.unstored.length },
    noticeCounts: row.notice_counts,
    requested: row.reload_asked,
    done: row.reload_done,
  };
}

export interface LoadRequest {
  readonly number: number;
  /** Unix time at which the latest load before this request started, in milliseconds. */
  readonly afterMs: number | undefined;
}

/** Records a load request. Notifies loaders when the transaction commits. */
export async function requestLoad(db: Db): Promise<LoadRequest> {
  const { reload_asked, started_ms } = await db
    .updateTable('config_load')
    .set({ reload_asked: sql`reload_asked + 1` })
    .returning(['reload_asked', 'started_ms'])
    .executeTakeFirstOrThrow();
  await notifyLoaders(db);
  return { number: reload_asked, afterMs: started_ms ?? undefined };
}

/** Records the start of a load. No two loads have the same start time. Returns the number of the last reload request. */
export async function recordLoadStart(db: Db, atMs: number): Promise<number> {
  const { reload_asked } = await db
    .updateTable('config_load')
    .set({
      startup_status: 'PLUGINS_CRAWLING',
      started_ms: sql`greatest(${atMs}::bigint, coalesce(started_ms, 0) + 1)`,
    })
    .returning('reload_asked')
    .executeTakeFirstOrThrow();
  await notifyLoaders(db);
  return reload_asked;
}

/** Requests a load if the last one began before `beforeMs` and no request is pending. */
export async function requestLoadWhenOld(db: Db, beforeMs: number): Promise<void> {
  const asked = await db
    .updateTable('config_load')
    .set({ reload_asked: sql`reload_asked + 1` })
    .where('started_ms', '<', beforeMs)
    .whereRef('reload_asked', '=', 'reload_done')
    .returning('reload_asked')
    .executeTakeFirst();
  if (asked !== undefined) await notifyLoaders(db);
}

async function notifyLoaders(db: Db): Promise<void> {
  await sql`select pg_notify(${LOADING_CHANNEL}, '')`.execute(db);
}

export interface LoadStateChange {
  readonly startupStatus?: string;
  readonly endedMs?: number;
  readonly fingerprint?: string;
  readonly loadedUrls?: readonly string[];
  readonly problems?: Readonly<Record<string, readonly string[]>>;
  readonly problemCounts?: Readonly<Record<string, number>>;
  readonly noticeCounts?: Readonly<Record<string, number>>;
  readonly done?: number;
}

/** Changes the given fields of the load state and notifies all loaders. */
export async function changeLoadState(db: Db, change: LoadStateChange): Promise<void> {
  const { startupStatus, endedMs, fingerprint, loadedUrls, done } = change;
  const { problems, problemCounts, noticeCounts } = change;
  await db
    .updateTable('config_load')
    .set({
      ...(startupStatus === undefined ? {} : { startup_status: startupStatus }),
      ...(endedMs === undefined ? {} : { ended_ms: endedMs }),
      ...(fingerprint === undefined ? {} : { fingerprint }),
      ...(loadedUrls === undefined ? {} : { loaded_urls: JSON.stringify(loadedUrls) }),
      ...(problems === undefined ? {} : { problems: JSON.stringify(problems) }),
      ...(problemCounts === undefined ? {} : { problem_counts: JSON.stringify(problemCounts) }),
      ...(noticeCounts === undefined ? {} : { notice_counts: JSON.stringify(noticeCounts) }),
      ...(done === undefined ? {} : { reload_done: done }),
    })
    .execute();
  await notifyLoaders(db);
}

/**
 * Records that parameters changed at `atMs`. Recorded times always increase, so that no two changes have the same time.
 */
export async function markParametersChanged(db: Db, atMs: number): Promise<void> {
  await db
    .updateTable('config_load')
    .set({ changed_ms: sql`greatest(${atMs}::bigint, coalesce(changed_ms, 0) + 1)` })
    .execute();
}
