// Lists deletions and requests, and counts and finds open requests.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DeletionKind, DeletionState, IndexSchema } from '../schema.ts';

export interface DeletionArtifact {
  readonly uuid: string;
  /** Null if the artifact was deleted before its purge was requested. */
  readonly uri: string | null;
  readonly version: number | null;
  readonly collectionDate: number | null;
}

export interface ListedDeletion {
  readonly number: number;
  readonly auId: number;
  readonly namespace: string;
  readonly auid: string;
  readonly kind: DeletionKind;
  readonly state: DeletionState;
  readonly requestedMs: number;
  readonly by: string;
  /** Stable identity of an OpenID Connect user. Null for all other users. */
  readonly account: string | null;
  readonly reason: string | null;
  readonly decidedMs: number | null;
  readonly decidedBy: string | null;
  readonly decisionReason: string | null;
  readonly undoneMs: number | null;
  readonly undoneBy: string | null;
  /** Whether the deletion can be undone: the rows of all its artifacts still exist. */
  readonly undoable: boolean;
  /** Time until which compaction does not touch the records. Null if nothing was deleted, or after a rebuild. */
  readonly undoUntilMs: number | null;
  readonly count: number;
  /** First artifacts, ordered by URL and version. */
  readonly artifacts: readonly DeletionArtifact[];
}

/** Maximum number of artifacts of a request. */
export const MAX_LISTED_ARTIFACTS = 1_000;
/** Maximum number of artifacts per deletion in a list. */
const MAX_LISTED = 20;

const buildDeletionColumns = (mostArtifacts: number) => sql`
  deletion.number, deletion.au_id as "auId", namespace.name as namespace, auid, kind, state,
  floor(extract(epoch from requested_at) * 1000)::float8 as "requestedMs", requested_by as by, requested_account as account, reason,
  floor(extract(epoch from decided_at) * 1000)::float8 as "decidedMs", decided_by as "decidedBy",
  decision_reason as "decisionReason",
  floor(extract(epoch from undone_at) * 1000)::float8 as "undoneMs", undone_by as "undoneBy",
  state = 'deleted' and (
    select coalesce(bool_and(stored is not null), false) from deletion_artifact
    where number = deletion.number and segments is not null
  ) as undoable,
  (
    select floor(extract(epoch from min(undo_until)) * 1000)::float8 from deletion_artifact
    where number = deletion.number
  ) as "undoUntilMs",
  (select count(*)::float8 from deletion_artifact where number = deletion.number) as count,
  (
    select coalesce(json_agg(json_build_object('uuid', artifact_id, 'uri', url, 'version', version,
      'collectionDate', collection_ms) order by url, version, artifact_id), '[]')
    from (
      select * from deletion_artifact where number = deletion.number
      order by url, version, artifact_id limit ${mostArtifacts}
    ) first_artifact
  ) as artifacts
  from deletion join au on au.id = deletion.au_id join namespace on namespace.id = au.namespace_id`;

export interface DeletionFilter {
  readonly namespace?: string | undefined;
  readonly auidSha256?: Buffer | undefined;
  readonly uuid?: string | undefined;
  readonly state?: DeletionState | undefined;
}

/** Returns deletions, the latest first, each with its first artifacts. */
export async function listDeletions(
  db: Kysely<IndexSchema>,
  filter: DeletionFilter,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ListedDeletion[]> {
  const position = before === undefined ? sql`true` : sql`deletion.number < ${before}`;
  const { rows } = await sql<ListedDeletion>`
    select ${buildDeletionColumns(MAX_LISTED)} where ${position} and ${buildDeletionCondition(filter)}
    order by deletion.number desc limit ${limit}`.execute(db);
  return rows;
}

export async function countDeletions(db: Kysely<IndexSchema>, filter: DeletionFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from deletion
    join au on au.id = deletion.au_id join namespace on namespace.id = au.namespace_id
    where ${buildDeletionCondition(filter)}`.execute(db);
  return rows[0]!.total;
}

/** Returns a deletion with all its artifacts. */
export async function findDeletion(
  db: Kysely<IndexSchema>,
  number: number,
): Promise<ListedDeletion | undefined> {
  const { rows } = await sql<ListedDeletion>`
    select ${buildDeletionColumns(MAX_LISTED_ARTIFACTS)} where deletion.number = ${number}`.execute(db);
  return rows[0];
}

/** Returns the open requests that are older than this, the oldest first. */
export async function listRequestsOlderThan(
  db: Kysely<IndexSchema>,
  ageMs: number,
  limit: number,
): Promise<{ number: number; auId: number }[]> {
  const { rows } = await sql<{ number: number; auId: number }>`
    select number, au_id as "auId" from deletion
    where state = 'requested' and requested_at <= now() - ${ageMs}::float8 * interval '1 millisecond'
    order by number limit ${limit}`.execute(db);
  return rows;
}

/** Returns the number of open requests of each kind, including approved purges that have not been carried out yet. */
export async function countOpenDeletions(db: Kysely<IndexSchema>): Promise<Record<DeletionKind, number>> {
  const { rows } = await sql<Record<DeletionKind, number>>`
    select count(*) filter (where kind = 'delete')::float8 as delete,
      count(*) filter (where kind = 'purge')::float8 as purge
    from deletion where state in ('requested', 'approved')`.execute(db);
  return rows[0]!;
}

function buildDeletionCondition({ namespace, auidSha256, uuid, state }: DeletionFilter): RawBuilder<unknown> {
  const conditions = [
    ...(namespace === undefined ? [] : [sql`namespace.name = ${namespace}`]),
    ...(auidSha256 === undefined ? [] : [sql`au.auid_sha256 = ${auidSha256}`]),
    ...(state === undefined ? [] : [sql`deletion.state = ${state}`]),
    ...(uuid === undefined
      ? []
      : [sql`deletion.number in (select number from deletion_artifact where artifact_id = ${uuid}::uuid)`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
