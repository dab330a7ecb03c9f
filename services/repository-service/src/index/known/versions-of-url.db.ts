// Finds the locations of a URL's latest captures.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

export interface StoredVersion {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
  /** SHA-256 of the payload. */
  readonly sha256: Buffer;
}

/**
 * Returns the captures in the AU first, then those in other AUs of the namespace. Within each group, higher versions
 * come first.
 */
export async function findUrlVersions(
  db: Kysely<IndexSchema>,
  { auId, namespaceId }: { auId: number; namespaceId: number },
  url: string,
  limit: number,
): Promise<StoredVersion[]> {
  const { rows } = await sql<StoredVersion>`
    select segment.key, record_offset as "offset", record_length as length, sha256
    from artifact join segment on segment.id = artifact.segment_id
    where namespace_id = ${namespaceId} and url_head(url) = url_head(${url}) and url = ${url}
    order by (artifact.au_id = ${auId}) desc, version desc limit ${limit}`.execute(db);
  return rows;
}
