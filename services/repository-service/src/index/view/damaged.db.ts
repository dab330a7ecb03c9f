// Queries for the list of damaged artifacts, and for intact copies of their content.
import { type Kysely, sql } from 'kysely';
import { artifactKinds } from '../../domain/record/fields.ts';
import { hasSha1 } from '../digest-parts.db.ts';
import type { IndexSchema } from '../schema.ts';

export interface ListedDamagedArtifact {
  readonly uuid: string;
  readonly namespace: string;
  readonly auid: string;
  readonly url: string;
  readonly version: number;
  readonly committed: boolean;
  readonly collectionMs: number;
  readonly contentLength: number;
  readonly damages: readonly ArtifactDamage[];
}

export interface ArtifactDamage {
  /** Damaged part: the artifact's own record, its shared payload, or its companion records (request, metadata). */
  readonly part: 'record' | 'payload' | 'companions';
  readonly reason: string;
  readonly foundMs: number;
  /** Object key of the damaged segment. */
  readonly key: string | null;
}

const damages = sql`
  (select json_agg(json_build_object(
      'part', case when in_companions then 'companions' when in_payload then 'payload' else 'record' end,
      'reason', damage.reason, 'foundMs', found_ms, 'key', segment.key) order by in_companions, in_payload)
    from damage left join segment on segment.id = damage.segment_id where damage.artifact_id = artifact.id) as damages`;

interface DamageQuery {
  readonly after: string | undefined;
  readonly limit: number;
  /** UUID of the only artifact to list. Undefined for all damaged artifacts. */
  readonly uuid: string | undefined;
}

/** Returns damaged artifacts, ordered by UUID. */
export async function listDamagedByUuid(
  db: Kysely<IndexSchema>,
  { after, limit, uuid }: DamageQuery,
): Promise<ListedDamagedArtifact[]> {
  const behind = after === undefined ? sql`true` : sql`artifact_id > ${after}::uuid`;
  const wanted = uuid === undefined ? sql`true` : sql`artifact_id = ${uuid}::uuid`;
  const { rows } = await sql<ListedDamagedArtifact>`
    select artifact.id as uuid, namespace.name as namespace, auid, url, version, committed, collection_ms as "collectionMs",
      content_length as "contentLength", ${damages}
    from (
      select distinct artifact_id from damage where ${behind} and ${wanted} order by artifact_id limit ${limit}
    ) page
    join artifact on artifact.id = page.artifact_id
    join au on au.id = artifact.au_id
    join namespace on namespace.id = artifact.namespace_id
    order by artifact.id`.execute(db);
  return rows;
}

/** Returns the registered damage of an artifact. The list is empty if none is registered. */
export async function listArtifactDamage(
  db: Kysely<IndexSchema>,
  uuid: string,
): Promise<readonly ArtifactDamage[]> {
  const { rows } = await sql<{ damages: ArtifactDamage[] | null }>`
    select ${damages} from artifact where id = ${uuid}::uuid`.execute(db);
  return rows[0]?.damages ?? [];
}

export interface IntactCopy {
  readonly uuid: string;
  readonly namespace: string;
}

/**
 * Returns artifacts of any AU that could replace the content of a damaged one: undamaged, with the same URL, and with
 * the same payload in their own record. Considers only captures of GET requests, because a record does not contain its
 * request method.
 */
export async function findIntactCopies(
  db: Kysely<IndexSchema>,
  uuid: string,
  limit: number,
): Promise<IntactCopy[]> {
  const { rows } = await sql<IntactCopy>`
    select other.id as uuid, namespace.name as namespace
    from artifact damaged
    join artifact other on ${hasSha1(sql`other`, sql`damaged.sha1`)} and other.sha256 = damaged.sha256
    join namespace on namespace.id = other.namespace_id
    where damaged.id = ${uuid}::uuid and other.id <> damaged.id and other.url = damaged.url
      and other.kind <> ${artifactKinds.revisit} and other.quarantined is null
      and damaged.method is null and damaged.request_body is null and other.method is null
      and not exists (select from damage where artifact_id = other.id and not in_companions)
    order by other.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Returns the artifact whose record contains the payload of a revisit, if it still exists. Returns undefined if the
 * payload is in the artifact's own record.
 */
export async function findPayloadHolder(db: Kysely<IndexSchema>, uuid: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select holder.id from artifact join artifact holder on holder.id = artifact.payload_id
    where artifact.id = ${uuid}::uuid`.execute(db);
  return rows[0]?.id;
}
