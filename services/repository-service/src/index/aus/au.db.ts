// An AU's row: it is found or made, locked, and changed; and the journal is told what was done under its lock.
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { ArtifactsChanged, JournalEntry } from '../../domain/journal-entry.ts';
import type { Counters } from '../../domain/url-state.ts';
import type { IndexSchema } from '../schema.ts';
import { auTold, isToldOf } from './changes-for-bridge.db.ts';

export interface AuIdentity {
  readonly namespace: string;
  readonly auid: string;
  /** SHA-256 of the AUID in UTF-8. */
  readonly hash: Buffer;
}

export interface FoundAu {
  readonly auId: number;
  readonly namespaceId: number;
  readonly artifactCount: number;
  /** Something of it is known to be damaged. */
  readonly damaged: boolean;
}

/** Makes the namespace and the AU where they are missing. An AU without artifacts is visible to nobody. */
export async function ensureAu(db: Kysely<IndexSchema>, au: AuIdentity): Promise<FoundAu> {
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
): Promise<FoundAu | undefined> {
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
    .select(['artifact_count', 'last_segment_id', isToldOf.as('is_told_of')])
    .where('id', '=', auId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** What a new segment adds to its AU. */
export interface AuGrowth {
  readonly auId: number;
  readonly segmentId: number;
  readonly warcBytes: number;
  readonly counters: Counters;
  readonly entry: JournalEntry;
  /** A bridge is to tell that captures were added, or took the place of others. */
  readonly toTell: boolean;
}

/** Counts a segment, and journals it in the same statement: another round trip under the AU's lock would be felt. */
export async function updateAu(
  tx: Transaction<IndexSchema>,
  { auId, segmentId, warcBytes, counters, entry, toTell }: AuGrowth,
): Promise<void> {
  await sql`
    with noted as (${journaled(auId, entry)}),
    told as (${toTell ? auTold(sql`select ${auId}::bigint as id`) : sql`select`})
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

/** A statement for a transaction that holds the AU's lock; may stand in a `with`. */
export function journaled(auId: number, entry: JournalEntry): RawBuilder<unknown> {
  return sql`insert into journal (au_id, entry) values (${auId}, ${JSON.stringify(entry)})`;
}

/** The same statement for the artifacts that the query `changed` gives (if any), all of one AU. */
export function journaledChange(
  op: ArtifactsChanged['op'],
  changed: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into journal (au_id, entry)
    select au_id, json_build_object('op', ${op}::text, 'artifacts', json_agg(id)) from ${changed} changed
    group by au_id`;
}
