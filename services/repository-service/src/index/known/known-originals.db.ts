// Finds the originals of revisits in the index. The original is the capture with the declared URL and date; for a
// server-not-modified revisit, the latest earlier capture; otherwise, a capture with the declared payload digest.
// Prefers the revisit's AU to other AUs of the namespace.
import { type Kysely, sql, type Transaction } from 'kysely';
import {
  type FieldColumns,
  originalFieldDefinitions,
  readRowOriginal,
} from '../../domain/record/artifact-columns.ts';
import type { ImportEntry, IndexedOriginal } from '../../domain/record/entry.ts';
import { findOriginalUpperBoundMs } from '../../domain/record/refers-to.ts';
import { hasOwnHttpHeaders } from '../../domain/record/revisit.ts';
import { formatBooleanArray, formatNumberArray, formatPlainArray, formatTextArray } from '../arrays.ts';
import { toUnsignedCrc } from '../crc.ts';
import { hasSha1 } from '../digest-parts.db.ts';
import type { IndexSchema } from '../schema.ts';

/** Revisit. `original`: original that was found before, if any. */
type RevisitLookup = Pick<ImportEntry, 'record' | 'original'>;

interface OriginalSearchScope {
  readonly auId: number;
  readonly namespaceId: number;
}

/** Returns the original of each revisit in order, or undefined for a revisit whose original is not found. */
export async function findIndexedOriginals(
  db: Kysely<IndexSchema>,
  scope: OriginalSearchScope,
  revisits: readonly RevisitLookup[],
): Promise<(IndexedOriginal | undefined)[]> {
  const found = revisits.map((): IndexedOriginal | undefined => undefined);
  if (revisits.length === 0) return found;
  const { rows } = await buildOriginalQuery(scope, revisits).execute(db);
  for (const row of rows) found[row.position - 1] = toKnownOriginal(row);
  return found;
}

/**
 * Finds originals for the revisits that this transaction inserts. Returns them by entry ID. Locks their segments, so
 * that compaction cannot move the payloads before the transaction ends. If compaction is moving them, waits and
 * searches again.
 */
export async function lockOriginals(
  tx: Transaction<IndexSchema>,
  scope: OriginalSearchScope,
  revisits: readonly ImportEntry[],
): Promise<Map<string, IndexedOriginal>> {
  for (let tries = 0; ; tries++) {
    const originals = await findIndexedOriginals(tx, scope, revisits);
    const found = new Map(
      revisits.flatMap(({ id }, i) => (originals[i] ? [[id, originals[i]] as const] : [])),
    );
    const ids = [...new Set([...found.values()].map(({ payload }) => payload.segmentId))];
    if (ids.length === 0) return found;
    const { rows } = await sql<{ id: number }>`
      select id from segment where id = any(${formatNumberArray(ids)}::bigint[]) order by id for key share`.execute(
      tx,
    );
    if (rows.length === ids.length) return found;
    if (tries < MAX_MOVES) continue;
    // Omit originals whose segments could not be locked, because their payloads may move.
    const held = new Set(rows.map(({ id }) => id));
    return new Map([...found].filter(([, { payload }]) => held.has(payload.segmentId!)));
  }
}

const MAX_MOVES = 10;

interface OriginalRow extends FieldColumns {
  readonly position: number;
  readonly match: IndexedOriginal['match'];
  readonly collection_ms: number;
  readonly id: string;
  readonly url: string;
  readonly version: number;
  readonly holder_id: string;
  readonly holder_segment_id: number;
  readonly holder_offset: number;
  readonly holder_length: number;
  readonly holder_crc: number | null;
  readonly damaged: boolean;
}

const columns = sql`
  id, url, version, collection_ms, ${sql.raw(originalFieldDefinitions.map(({ column }) => column).join(', '))},
  coalesce(payload_id, id) as holder_id, coalesce(payload_segment_id, segment_id) as holder_segment_id,
  coalesce(payload_offset, record_offset) as holder_offset,
  coalesce(payload_length, record_length) as holder_length,
  case when payload_id is null then record_crc else payload_crc end as holder_crc`;

// Only SHA-1 digests, which are usual in CDX files and revisits, are looked up among all URLs. Digests of other
// algorithms are compared only with captures of the same URL.
const buildOriginalQuery = (
  { auId, namespaceId }: OriginalSearchScope,
  revisits: readonly RevisitLookup[],
) => {
  const ofAskedUrl = (url: string) =>
    sql`namespace_id = ${namespaceId} and url_head(url) = url_head(${sql.raw(url)}) and url = ${sql.raw(url)}`;
  const own = sql`(au_id = ${auId}) desc, collection_ms desc`;
  const hasDigest = sql`(sha1 = asked.refers_to_sha1 or sha256 = asked.refers_to_sha256) is true`;
  // The index has no column for declared digests of other algorithms (see stored-originals.ts).
  const mayBe = sql`(not asked.has_digest or ${hasDigest})`;
  // Exclude stored 304 responses, which have no content to share.
  const hasContent = sql`content_length > 0`;
  return sql<OriginalRow>`
    select asked.position::integer as position, found.*, exists (
      select from damage where artifact_id = found.holder_id and not in_payload and not in_companions
        or artifact_id = found.id and in_payload
    ) as damaged
    from unnest(
      ${formatTextArray(revisits.map(({ record: { url } }) => url))}::text[],
      ${formatTextArray(revisits.map(({ record: { urlkey } }) => urlkey))}::text[],
      ${formatTextArray(revisits.map(({ original }) => original?.url))}::text[],
      ${formatByteaArray(revisits.map(({ original }) => original?.sha256))}::bytea[],
      ${formatTextArray(revisits.map(({ record: { refersTo } }) => refersTo?.url))}::text[],
      ${formatNumberArray(revisits.map(({ record: { refersTo } }) => floorToSecond(refersTo?.dateMs)))}::bigint[],
      ${formatBooleanArray(revisits.map(({ record: { refersTo } }) => refersTo?.digest !== undefined))}::boolean[],
      ${formatByteaArray(revisits.map(({ record }) => pickDigestHex(record, 'sha1')))}::bytea[],
      ${formatByteaArray(revisits.map(({ record }) => pickDigestHex(record, 'sha256')))}::bytea[],
      ${formatNumberArray(revisits.map(({ record }) => findOriginalUpperBoundMs(record)))}::bigint[],
      ${formatBooleanArray(revisits.map(({ record }) => !hasOwnHttpHeaders(record)))}::boolean[]
    ) with ordinality asked(
      own_url, own_urlkey, original_url, original_sha256, refers_to_url, refers_to_second, has_digest, refers_to_sha1,
      refers_to_sha256, unmodified_before_ms, needs_head, position
    )
    cross join lateral (
      (select 'named' as match, ${columns} from artifact
       where au_id = ${auId} and url_head(url) = url_head(asked.original_url)
         and url_tail(url) = url_tail(asked.original_url) and sha256 = asked.original_sha256
       order by artifact.version desc limit 1)
      union all
      (select 'named', ${columns} from artifact
       where ${ofAskedUrl('asked.original_url')} and sha256 = asked.original_sha256 limit 1)
      union all
      (select 'named', ${columns} from artifact
       where ${ofAskedUrl('asked.refers_to_url')} and ${mayBe}
         and (asked.unmodified_before_ms is null or ${hasContent})
         and collection_ms >= asked.refers_to_second * 1000 and collection_ms < (asked.refers_to_second + 1) * 1000
       order by ${own} limit 1)
      union all
      (select 'latest', ${columns} from artifact
       where asked.unmodified_before_ms is not null
         and au_id = ${auId} and url_head(url) = url_head(asked.own_url) and url_tail(url) = url_tail(asked.own_url)
         and urlkey = asked.own_urlkey and ${mayBe} and ${hasContent} and collection_ms < asked.unmodified_before_ms
       order by collection_ms desc, version desc limit 1)
      union all
      (select 'latest', ${columns} from artifact
       where asked.unmodified_before_ms is not null and ${ofAskedUrl('asked.own_url')}
         and urlkey = asked.own_urlkey and ${mayBe} and ${hasContent} and collection_ms < asked.unmodified_before_ms
       order by collection_ms desc, version desc limit 1)
      union all
      (select 'digest', ${columns} from artifact
       where asked.has_digest and ${ofAskedUrl('asked.own_url')} and ${hasDigest}
         and (au_id = ${auId} or asked.needs_head)
       order by ${own} limit 1)
      union all
      (select 'digest', ${columns} from artifact
       where ${hasSha1(sql`artifact`, sql`asked.refers_to_sha1`)} and namespace_id = ${namespaceId}
       order by ${own} limit 1)
      union all
      (select 'digest', ${columns} from artifact
       where asked.has_digest and ${ofAskedUrl('asked.own_url')} and ${hasDigest}
       order by ${own} limit 1)
      union all
      (select 'latest', ${columns} from artifact
       where asked.unmodified_before_ms is not null and ${ofAskedUrl('asked.refers_to_url')} and ${mayBe}
         and collection_ms >= asked.refers_to_second * 1000 and collection_ms < (asked.refers_to_second + 1) * 1000
       order by ${own} limit 1)
      limit 1
    ) found`;
};

function toKnownOriginal(row: OriginalRow): IndexedOriginal {
  return {
    match: row.match,
    collectionMs: row.collection_ms,
    id: row.id,
    url: row.url,
    version: row.version,
    ...readRowOriginal(row),
    damaged: row.damaged,
    payload: {
      id: row.holder_id,
      segmentId: row.holder_segment_id,
      offset: row.holder_offset,
      length: row.holder_length,
      crc32: toUnsignedCrc(row.holder_crc),
    },
  };
}

function floorToSecond(dateMs: number | undefined): number | undefined {
  return dateMs === undefined ? undefined : Math.floor(dateMs / 1000);
}

function pickDigestHex({ refersTo }: ImportEntry['record'], algorithm: string): string | undefined {
  return refersTo?.digest?.algorithm === algorithm ? refersTo.digest.hex : undefined;
}

function formatByteaArray(digests: readonly (string | undefined)[]): string {
  return formatPlainArray(digests.map((hex) => (hex === undefined ? 'NULL' : `"\\\\x${hex}"`)));
}
