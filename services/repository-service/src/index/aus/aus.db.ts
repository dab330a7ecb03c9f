// Lists AUs and namespaces.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

/** Returns the AUIDs of AUs that have artifacts, in byte order. */
export async function listAuids(
  db: Kysely<IndexSchema>,
  namespace: string,
  page: { after: string | undefined; limit: number },
): Promise<string[]> {
  const { after } = page;
  const behind =
    after === undefined ? sql`true` : sql`left(auid, 500) >= left(${after}, 500) and auid > ${after}`;
  const { rows } = await sql<{ auid: string }>`
    select auid from au
    where namespace_id = (select id from namespace where name = ${namespace})
      and artifact_count > 0 and ${behind}
    order by left(auid, 500), auid
    limit ${page.limit}`.execute(db);
  return rows.map(({ auid }) => auid);
}

export async function countAus(db: Kysely<IndexSchema>, namespace: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from au
    where namespace_id = (select id from namespace where name = ${namespace}) and artifact_count > 0`.execute(
    db,
  );
  return rows[0]!.total;
}

/** Returns the namespaces that have a committed artifact, in byte order. */
export async function listNamespaces(db: Kysely<IndexSchema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from namespace
    where exists (select from au where namespace_id = namespace.id and committed_count > 0)
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns the namespace's ID, or undefined if the namespace has no artifacts. */
export async function findNamespace(db: Kysely<IndexSchema>, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from namespace
    where name = ${name}
      and exists (select from au where namespace_id = namespace.id and artifact_count > 0)`.execute(db);
  return rows[0]?.id;
}

export interface AuSizes {
  readonly allVersionsBytes: number;
  readonly latestVersionsBytes: number;
  readonly warcBytes: number;
}

/** Returns the sizes of an AU, or undefined if it has no artifacts. */
export async function readAuSizes(
  db: Kysely<IndexSchema>,
  namespace: string,
  auidSha256: Buffer,
): Promise<AuSizes | undefined> {
  return db
    .selectFrom('au')
    .innerJoin('namespace', 'namespace.id', 'au.namespace_id')
    .select([
      'all_versions_bytes as allVersionsBytes',
      'latest_versions_bytes as latestVersionsBytes',
      'warc_bytes as warcBytes',
    ])
    .where('namespace.name', '=', namespace)
    .where('au.auid_sha256', '=', auidSha256)
    .where('au.artifact_count', '>', 0)
    .executeTakeFirst();
}

export interface AuHoldingsRow {
  readonly namespace: string;
  readonly auid: string;
  readonly artifacts: number;
  readonly committed: number;
  /** Number of URLs with at least one committed artifact. */
  readonly urls: number;
  readonly bytes: number;
  readonly latestBytes: number;
  readonly storedBytes: number;
}

/** Returns a summary of each AU with artifacts, in any order. `namespace`: undefined for all namespaces. */
export async function readAuSummaries(
  db: Kysely<IndexSchema>,
  namespace: string | undefined,
  auidSha256s: readonly Buffer[],
): Promise<AuHoldingsRow[]> {
  const { rows } = await sql<AuHoldingsRow>`
    select namespace.name as namespace, auid, artifact_count as artifacts, committed_count as committed,
      committed_url_count as urls, all_versions_bytes as bytes, latest_versions_bytes as "latestBytes",
      warc_bytes as "storedBytes"
    from namespace join au on au.namespace_id = namespace.id
    where ${namespace === undefined ? sql`true` : sql`namespace.name = ${namespace}`}
      and auid_sha256 = any(${auidSha256s}::bytea[]) and artifact_count > 0`.execute(db);
  return rows;
}
