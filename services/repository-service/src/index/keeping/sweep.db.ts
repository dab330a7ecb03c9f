// Index queries of the sweep job. Its only write is the claim of a leftover object.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import { formatNumberArray, formatTextArray } from '../arrays.ts';
import { wasNeverCommitted } from '../aus/change-artifact.db.ts';
import type { IndexSchema } from '../schema.ts';

/** Returns the keys that belong to segments or that compaction manages. */
export async function findIndexedKeys(
  db: Kysely<IndexSchema>,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const asked = sql`${formatTextArray(keys)}::text[]`;
  const { rows } = await sql<{ key: string }>`
    select key from segment where key = any(${asked})
    union all select key from retired_object where key = any(${asked})`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/**
 * Claims an object for removal. Returns false if the object is a segment or is managed by compaction. After a claim, no
 * transaction can make the object a segment: each such transaction locks the AU and checks for a claim. If the AU does
 * not exist, no writer exists either, because writers create the AU first.
 */
export async function claimObjectForRemoval(
  db: Kysely<IndexSchema>,
  { key, namespace, auidHash }: { key: string; namespace: string; auidHash: string },
): Promise<boolean> {
  return runInTransaction(db, async (tx) => {
    await sql`
      select from au where auid_sha256 = ${Buffer.from(auidHash, 'hex')}
        and namespace_id = (select id from namespace where name = ${namespace}) for update`.execute(tx);
    const known = await findIndexedKeys(tx, [key]);
    if (known.has(key)) return false;
    await sql`insert into swept_object (key) values (${key}) on conflict (key) do nothing`.execute(tx);
    return true;
  });
}

/** Returns whether a rebuild was started but not finished. */
export async function isRebuildUnfinished(db: Kysely<IndexSchema>): Promise<boolean> {
  const { rows } = await sql`select from job where name = 'rebuild' and finished_at is null`.execute(db);
  return rows.length > 0;
}

/** Returns the highest journal ID that this index ever assigned, or 0. */
export async function readLastJournalId(db: Kysely<IndexSchema>): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(pg_sequence_last_value(pg_get_serial_sequence('journal', 'id')), 0)::bigint as last`.execute(
    db,
  );
  return rows[0]!.last;
}

export async function readDatabaseClockMs(db: Kysely<IndexSchema>): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db);
  return rows[0]!.ms;
}

export interface UncommittedPage {
  readonly artifacts: { id: string; auid: string; url: string; storeMs: number }[];
  /** ID of the last segment examined. Undefined after the last page. */
  readonly lastSegmentId: number | undefined;
}

/**
 * Returns artifacts that were never committed and were stored before a given time, from the next 50 segments after
 * `after`. Omits artifacts under hold and AUs in bulk transfer.
 */
export async function listUncommittedAfter(
  db: Kysely<IndexSchema>,
  { after, beforeMs }: { after: number; beforeMs: number },
): Promise<UncommittedPage> {
  const { rows: segments } = await sql<{ id: number }>`
    select id from segment where id > ${after} order by id limit 50`.execute(db);
  const ids = segments.map(({ id }) => id);
  const { rows: artifacts } = await sql<UncommittedPage['artifacts'][number]>`
    select artifact.id, au.auid, url, store_ms as "storeMs" from artifact join au on au.id = artifact.au_id
    where segment_id = any(${formatNumberArray(ids)}::bigint[]) and ${wasNeverCommitted} and store_ms < ${beforeMs}
      and bulk_since is null and not exists (
        select from hold where hold.au_id = artifact.au_id and coalesce(artifact_id, artifact.id) = artifact.id
          and (until is null or until > clock_timestamp())
      )`.execute(db);
  return { artifacts, lastSegmentId: ids.at(-1) };
}
