// Sizes of an AU, from its counters: the same time whatever it holds.
import type { Kysely } from 'kysely';
import type { IndexSchema } from './schema.ts';

export interface AuSizes {
  allVersionsBytes: number;
  latestVersionsBytes: number;
  warcBytes: number;
}

/** Undefined for an AU without artifacts. */
export async function auSizes(
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
