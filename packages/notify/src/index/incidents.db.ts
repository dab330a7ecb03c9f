// Opens and resolves incidents, and records reminders. An incident has a row as long as it lasts.
import { sql } from 'kysely';
import type { NewNotice, NoticeOwner } from '../notices/notice.ts';
import type { NoticeDatabase, NoticeExecutor } from './notice-database.ts';
import { recordNotices } from './notices.db.ts';

const table = (owner: NoticeOwner) => sql.table(`${owner}_notice_incident`);

/** Condition that lasts for some time, such as a store that cannot be reached. */
export type Incident = Pick<NewNotice, 'kind' | 'detail'> & {
  /** Identifier of the incident while it lasts, such as `store.away second`. */
  readonly key: string;
};

/**
 * Compares the current conditions with the open incidents whose kind is in `kinds`. Opens new incidents and resolves
 * those that have ended, each with a notice. Returns the number of changes.
 */
export async function updateIncidents(
  database: NoticeDatabase,
  kinds: readonly string[],
  present: readonly Incident[],
): Promise<number> {
  return database.inTransaction(async (tx) => {
    const open = await listOpen(tx, database.owner, kinds);
    const began = present.filter(({ key }) => !open.some((one) => one.key === key));
    const ended = open.filter(({ key }) => !present.some((one) => one.key === key));
    let changes = 0;
    for (const incident of began) changes += Number(await openIncident(tx, database.owner, incident));
    for (const incident of ended) changes += Number(await resolveIncident(tx, database.owner, incident));
    return changes;
  });
}

async function openIncident(
  tx: NoticeExecutor,
  owner: NoticeOwner,
  { key, kind, detail }: Incident,
): Promise<boolean> {
  const { rows } = await sql`
    insert into ${table(owner)} (key, kind, detail) values (${key}, ${kind}, ${JSON.stringify(detail)}::json)
    on conflict (key) do nothing returning key`.execute(tx);
  if (rows.length === 0) return false;
  await recordNotices(tx, owner, [{ kind, status: 'firing', incident: key, detail }]);
  return true;
}

async function resolveIncident(
  tx: NoticeExecutor,
  owner: NoticeOwner,
  { key, kind, detail }: Incident,
): Promise<boolean> {
  const { rows } = await sql`delete from ${table(owner)} where key = ${key} returning key`.execute(tx);
  if (rows.length === 0) return false;
  await recordNotices(tx, owner, [{ kind, status: 'resolved', incident: key, detail }]);
  return true;
}

async function listOpen(
  tx: NoticeExecutor,
  owner: NoticeOwner,
  kinds: readonly string[],
): Promise<Incident[]> {
  const { rows } = await sql<Incident>`
    select key, kind, detail from ${table(owner)} where kind = any(${[...kinds]}::text[])`.execute(tx);
  return rows;
}

/** Records another notice for each incident whose last notice is older than `everyMs`. */
export async function remindOfIncidents(
  tx: NoticeExecutor,
  owner: NoticeOwner,
  everyMs: number,
): Promise<void> {
  const { rows } = await sql<Incident & { openedMs: number }>`
    update ${table(owner)} set reminded_at = now()
    where coalesce(reminded_at, opened_at) < now() - ${everyMs} * interval '1 millisecond'
    returning key, kind, detail, (extract(epoch from opened_at) * 1000)::bigint as "openedMs"`.execute(tx);
  await recordNotices(
    tx,
    owner,
    rows.map(({ key, kind, detail, openedMs }) => ({
      ...{ kind, status: 'firing' as const, incident: key },
      detail: { ...detail, since: openedMs },
    })),
  );
}
