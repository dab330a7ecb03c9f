// One artifact by its uuid: what a read needs, in one round trip, and that shared with the reads beside it.
import { batchedLookup, type Pool, prepared } from '@holdfast/pg-kit';
import { unsignedCrc } from './crc.ts';
import { type ArtifactKind, type ArtifactTable, artifactKinds } from './schema.ts';

export interface StoredArtifact {
  readonly id: string;
  readonly namespace: string;
  readonly auid: string;
  readonly url: string;
  readonly urlkey: string;
  readonly version: number;
  readonly committed: boolean;
  readonly kind: keyof typeof artifactKinds;
  readonly httpStatus: number | undefined;
  readonly mime: string | undefined;
  readonly collectionMs: number;
  readonly storeMs: number;
  /** Length of the payload. */
  readonly contentLength: number;
  readonly sha256: Buffer;
  /** SHA-1 of the body as it is stored. */
  readonly storedSha1: Buffer;
  /** The stored body is chunked, and the payload is what the chunks hold. */
  readonly dechunked: boolean;
  /** The stored gzip member of the record. */
  readonly record: StoredPlace;
  /** What lies directly before and behind it; undefined where there is nothing. */
  readonly companions: StoredCompanions | undefined;
  /** The record that holds the payload of an artifact made from a revisit. */
  readonly sharedPayload: StoredPlace | undefined;
  /** Length of the composed record that replay serves for an artifact made from a revisit. */
  readonly replayLength: number | undefined;
  readonly auId: number;
  /** Why it was damaged already when it came; undefined when it was sound. */
  readonly quarantined: string | undefined;
  /** Why it cannot be read, where that is known. */
  readonly damage: string | undefined;
}

/** Lengths of the two stretches, and the CRC-32 of both, one behind the other. */
export interface StoredCompanions {
  readonly before: number;
  readonly after: number;
  readonly crc32: number | undefined;
}

export interface StoredPlace {
  readonly key: string;
  readonly segmentId: number;
  readonly offset: number;
  readonly length: number;
  /** CRC-32 of these bytes; undefined where it was not written down. */
  readonly crc32: number | undefined;
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Undefined when there is none in this namespace, or the uuid is not one at all. */
export async function findArtifact(
  pool: Pool,
  { namespace, uuid }: { namespace: string; uuid: string },
): Promise<StoredArtifact | undefined> {
  if (!UUID_PATTERN.test(uuid)) return undefined;
  const row = await rowOf(pool, uuid);
  return row?.namespace === namespace ? storedArtifact(row) : undefined;
}

const rowOf = batchedLookup<string, FoundRow>(
  async (pool, uuids) => {
    if (uuids.length === 1) return [(await byUuid(pool, uuids))[0]];
    // as PostgreSQL writes an array; UUID_PATTERN leaves nothing that would need quotes.
    const rows = await byUuids(pool, [`{${uuids.join()}}`]);
    const found = new Map(rows.map((row) => [row.id, row]));
    return uuids.map((uuid) => found.get(uuid));
  },
  { most: 100, atOnce: 3 },
);

const FOUND = `select artifact.id, namespace.name as namespace, au.auid, url, urlkey, version, committed, kind, http_status, mime,
    collection_ms, store_ms, content_length, sha256, sha1, dechunked, segment.key as segment_key, record_offset,
    record_length, record_crc, companions_before, companions_after, companions_crc, holder.key as holder_key,
    payload_offset, payload_length, payload_crc, replay_length, artifact.au_id, artifact.segment_id, payload_segment_id,
    quarantined,
    (select reason from damage where artifact_id = artifact.id and not in_companions limit 1) as damage
  from artifact
  join au on au.id = artifact.au_id
  join namespace on namespace.id = artifact.namespace_id
  join segment on segment.id = artifact.segment_id
  left join segment as holder on holder.id = artifact.payload_segment_id
  where artifact.id =`;

const byUuid = prepared<FoundRow>('artifact_by_uuid', `${FOUND} $1::uuid`);
// An array that PostgreSQL could count while it plans would have it plan every time.
const byUuids = prepared<FoundRow>('artifacts_by_uuid', `${FOUND} any((select $1::uuid[])::uuid[])`);

type ArtifactColumns = Pick<
  ArtifactTable,
  | 'id'
  | 'url'
  | 'urlkey'
  | 'version'
  | 'committed'
  | 'kind'
  | 'http_status'
  | 'mime'
  | 'collection_ms'
  | 'store_ms'
  | 'content_length'
  | 'sha256'
  | 'sha1'
  | 'dechunked'
  | 'record_offset'
  | 'record_length'
  | 'companions_before'
  | 'companions_after'
  | 'companions_crc'
  | 'payload_offset'
  | 'payload_length'
  | 'replay_length'
  | 'record_crc'
  | 'payload_crc'
  | 'au_id'
  | 'segment_id'
  | 'payload_segment_id'
  | 'quarantined'
>;

interface FoundRow extends ArtifactColumns {
  readonly namespace: string;
  readonly auid: string;
  readonly segment_key: string;
  readonly holder_key: string | null;
  readonly damage: string | null;
}

function storedArtifact(row: FoundRow): StoredArtifact {
  return {
    id: row.id,
    namespace: row.namespace,
    auid: row.auid,
    url: row.url,
    urlkey: row.urlkey,
    version: row.version,
    committed: row.committed,
    kind: kindName(row.kind),
    httpStatus: row.http_status ?? undefined,
    mime: row.mime ?? undefined,
    collectionMs: row.collection_ms,
    storeMs: row.store_ms,
    contentLength: row.content_length,
    sha256: row.sha256,
    storedSha1: row.sha1,
    dechunked: row.dechunked,
    record: {
      key: row.segment_key,
      segmentId: row.segment_id,
      offset: row.record_offset,
      length: row.record_length,
      crc32: unsignedCrc(row.record_crc),
    },
    companions: companionsOf(row),
    sharedPayload: sharedPayload(row),
    replayLength: row.replay_length ?? undefined,
    auId: row.au_id,
    quarantined: row.quarantined ?? undefined,
    damage: row.damage ?? undefined,
  };
}

function companionsOf(row: FoundRow): StoredCompanions | undefined {
  const { companions_before: before, companions_after: after, companions_crc: crc } = row;
  return before + after > 0 ? { before, after, crc32: unsignedCrc(crc) } : undefined;
}

function sharedPayload(row: FoundRow): StoredPlace | undefined {
  const {
    holder_key: key,
    payload_segment_id: segmentId,
    payload_offset: offset,
    payload_length: length,
  } = row;
  if (key === null || segmentId === null || offset === null || length === null) return undefined;
  return { key, segmentId, offset, length, crc32: unsignedCrc(row.payload_crc) };
}

function kindName(kind: ArtifactKind): keyof typeof artifactKinds {
  if (kind === artifactKinds.response) return 'response';
  return kind === artifactKinds.resource ? 'resource' : 'revisit';
}
