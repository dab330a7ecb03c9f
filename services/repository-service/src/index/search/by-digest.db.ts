// Lists and counts the committed artifacts of a namespace by the digest of their payload, ordered by UUID.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SearchedDigest } from '../../domain/search/parse-digest.ts';
import { hasSha1, hasSha256 } from '../digest-parts.db.ts';
import type { ListingRow } from '../listing.ts';
import { joinWithAnd, listedColumns, listedJoins } from '../listing-rows.db.ts';
import type { IndexSchema } from '../schema.ts';

export interface DigestListing {
  readonly namespace: string;
  readonly digest: SearchedDigest;
  /** Versions to list: all, or only the highest committed version of each URL in each AU. */
  readonly version: 'all' | 'latest';
}

export async function listArtifactsByDigest(
  db: Kysely<IndexSchema>,
  listing: DigestListing,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<ListingRow[]> {
  const rest = after === undefined ? [] : [sql`artifact.id > ${after}::uuid`];
  const { rows } = await sql<ListingRow>`
    select ${listedColumns} from artifact ${listedJoins}
    where ${joinWithAnd([...buildConditions(listing), ...rest])} order by artifact.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Upper bound of the count. Empty content or an error page can be the payload of millions of artifacts. */
export const MAX_COUNTED_ARTIFACTS = 1_001;

/** Returns the number of artifacts, or `most` if there are at least that many. */
export async function countArtifactsByDigest(
  db: Kysely<IndexSchema>,
  listing: DigestListing,
  most = MAX_COUNTED_ARTIFACTS,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from artifact where ${joinWithAnd(buildConditions(listing))} limit ${most}
    ) counted`.execute(db);
  return rows[0]!.total;
}

function buildConditions({ namespace, digest, version }: DigestListing): RawBuilder<unknown>[] {
  const hasDigest = digest.algorithm === 'sha1' ? hasSha1 : hasSha256;
  return [
    sql`artifact.namespace_id = (select id from namespace where name = ${namespace})`,
    hasDigest(sql`artifact`, sql`${digest.bytes}::bytea`),
    sql`artifact.committed`,
    ...(version === 'latest' ? [isLatest] : []),
  ];
}

const isLatest = sql`not exists (
  select from artifact newer
  where newer.au_id = artifact.au_id and url_head(newer.url) = url_head(artifact.url)
    and url_tail(newer.url) = url_tail(artifact.url) and newer.committed and newer.version > artifact.version
)`;
