// Finds, creates, locks and updates AU rows, and journals changes made under an AU's lock.

import { findSqlState } from '@holdfast/pg-kit';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { ArtifactsChangedEntry, JournalEntry } from '../../domain/journal-entry.ts';
import type { AuCounters } from '../../domain/url-state.ts';
import type { IndexSchema } from '../schema.ts';
import { bridgeRecordingCondition, reportAuChange } from './changes-for-bridge.db.ts';

export interface AuIdentity {
  readonly namespace: string;
  readonly auid: string;
  /** SHA-256 of the AUID in UTF-8. */
  readonly hash: Buffer;
}

export interface ExistingAu {
  readonly auId: number;
  readonly namespaceId: number;
  readonly artifactCount: number;
  /** Whether damage is registered in the AU. */
  readonly damaged: boolean;
}

/** Finds or creates the namespace and the AU. Clients do not see an AU without artifacts. */
export async function ensureAu(db: Kysely<IndexSchema>, au: AuIdentity): Promise<ExistingAu> {
  const found = await findAu(db, au);
  if (found) return found;
  await sql`insert into namespace (name) values (${au.namespace}) on conflict (name) do nothing`.execute(db);
  await sql`
    insert into au (namespace_id, auid, auid_sha256)
    select id, ${au.auid}, ${au.hash} from namespace where name = ${au.namespace}
    on conflict (namespace_id, auid_sha256) do nothing`.execute(db);
  return (await findAu(db, au))!;
}

export async function findAu(
  db: Kysely<IndexSchema>,
  { namespace, hash }: Pick<AuIdentity, 'namespace' | 'hash'>,
): Promise<ExistingAu | undefined> {
  return db
    .selectFrom('au')
    .innerJoin('namespace', 'namespace.id', 'au.namespace_id')
    .select(['au.id as auId', 'au.namespace_id as namespaceId', 'au.artifact_count as artifactCount'])
    .select(sql<boolean>`exists (select from damage where au_id = au.id)`.as('damaged'))
    .where('namespace.name', '=', namespace)
    .where('au.auid_sha256', '=', hash)
    .executeTakeFirst();
}

/** Locks the AU until the transaction ends. */
export function lockAu(tx: Transaction<IndexSchema>, auId: number) {
  return tx
    .selectFrom('au')
    .select(['artifact_count', 'last_segment_id', bridgeRecordingCondition.as('is_told_of')])
    .where('id', '=', auId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Amounts by which a new segment increases the counters of its AU. */
export interface AuGrowth {
  readonly auId: number;
  readonly segmentId: number;
  readonly warcBytes: number;
  readonly counters: AuCounters;
  readonly entry: JournalEntry;
  /** Whether to notify the repository bridge of added or replaced captures. */
  readonly toTell: boolean;
}

/**
 * Increases the AU's counters and journals the segment in one statement. A second round trip would noticeably prolong
 * the AU's lock.
 */
export async function updateAu(
  tx: Transaction<IndexSchema>,
  { auId, segmentId, warcBytes, counters, entry, toTell }: AuGrowth,
): Promise<void> {
  await sql`
    with noted as (${buildJournalInsert(auId, entry)}),
    told as (${toTell ? reportAuChange(sql`select ${auId}::bigint as id`) : sql`select`})
    update au set
      artifact_count = artifact_count + ${counters.artifacts},
      committed_count = committed_count + ${counters.committed},
      committed_url_count = committed_url_count + ${counters.committedUrls},
      all_versions_bytes = all_versions_bytes + ${counters.allVersionsBytes},
      latest_versions_bytes = latest_versions_bytes + ${counters.latestVersionsBytes},
      warc_bytes = warc_bytes + ${warcBytes},
      last_segment_id = ${segmentId}
    where id = ${auId}`.execute(tx);
}

/** Returns a statement that inserts a journal entry, also for use in a `with`. Requires the AU's lock. */
export function buildJournalInsert(auId: number, entry: JournalEntry): RawBuilder<unknown> {
  return sql`insert into journal (au_id, entry) values (${auId}, ${JSON.stringify(entry)})`;
}

/**
 * Returns a statement that inserts a journal entry for the artifacts in `changed`, a query for artifacts of one AU.
 * `by`: user who changed them; undefined for a job.
 */
export function buildJournalChange(
  op: ArtifactsChangedEntry['op'],
  changed: RawBuilder<unknown>,
  by?: string,
): RawBuilder<unknown> {
  return sql`
    insert into journal (au_id, entry)
    select au_id, json_strip_nulls(json_build_object('op', ${op}::text, 'artifacts', json_agg(id), 'by', ${by ?? null}::text))
    from ${changed} changed
    group by au_id`;
}

// Marks AUs as being in bulk transfer. The mark is in the AU's row, so that it survives restarts and is visible to all
// replicas.

/** Marks an AU. Creates the AU if necessary, because a transfer usually starts with an AU that does not exist yet. */
export async function markBulkTransfer(db: Kysely<IndexSchema>, au: AuIdentity): Promise<void> {
  const { auId } = await ensureAu(db, au);
  await sql`
    with marked as (
      update au set bulk_since = now() where id = ${auId} and bulk_since is null returning id
    ) ${buildMarkJournalInsert(true)}`.execute(db);
}

export async function isInBulkTransfer(db: Kysely<IndexSchema>, au: AuIdentity): Promise<boolean> {
  return (await selectMarkedAu(db, au).executeTakeFirst()) !== undefined;
}

/** Clears the AU's mark and notifies the bridge that the AU has changed. Returns false if the AU was not marked. */
export async function clearBulkTransfer(db: Kysely<IndexSchema>, au: AuIdentity): Promise<boolean> {
  const { rows } = await sql`
    with marked as (
      update au set bulk_since = null where id in (${selectMarkedAu(db, au)}) and bulk_since is not null returning id
    ), told as (${reportAuChange(sql`select id from marked`)}) ${buildMarkJournalInsert(false)} returning id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Journals a mark that the same statement sets or clears. `marked`: common table expression with the changed rows. */
function buildMarkJournalInsert(mark: boolean) {
  const entry = { op: 'bulk', marked: mark } satisfies JournalEntry;
  return sql`insert into journal (au_id, entry) select id, ${JSON.stringify(entry)}::json from marked`;
}

function selectMarkedAu(db: Kysely<IndexSchema>, { namespace, hash }: AuIdentity) {
  return db
    .selectFrom('au')
    .innerJoin('namespace', 'namespace.id', 'au.namespace_id')
    .select('au.id')
    .where('namespace.name', '=', namespace)
    .where('au.auid_sha256', '=', hash)
    .where('au.bulk_since', 'is not', null);
}

/**
 * Updates the planner's statistics. Does nothing if another session is updating them. Stops after a time limit, because
 * statistics affect only speed.
 */
export async function refreshStatistics(db: Kysely<IndexSchema>): Promise<void> {
  try {
    await sql`analyze (skip_locked) artifact, segment, au`.execute(db);
  } catch (error) {
    if (findSqlState(error) !== STATEMENT_TIMEOUT) throw error;
  }
}

const STATEMENT_TIMEOUT = '57014';
