// One artifact by its uuid: what a read needs, in one round trip, and that shared with the reads beside it.
import { batchedLookup, type Pool, preparedRaw, type RawRows, RowValues } from '@holdfast/pg-kit';
import { unsignedCrc } from './crc.ts';
import { artifactKinds } from './schema.ts';

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
  const found = await artifactOf(pool, uuid);
  return found?.namespace === namespace ? found : undefined;
}

const artifactOf = batchedLookup<string, StoredArtifact>(
  async (pool, uuids) => {
    if (uuids.length === 1) return [artifactsIn(await byUuid(pool, uuids))[0]];
    // as PostgreSQL writes an array; UUID_PATTERN leaves nothing that would need quotes.
    const artifacts = artifactsIn(await byUuids(pool, [`{${uuids.join()}}`]));
    const found = new Map(artifacts.map((artifact) => [artifact.id, artifact]));
    return uuids.map((uuid) => found.get(uuid));
  },
  { most: 100, atOnce: 3 },
);

/** In the order in which storedArtifact reads them. */
const FOUND = `select artifact.id, namespace.name, au.auid, url, urlkey, version, committed, kind, http_status, mime,
    collection_ms, store_ms, content_length, sha256, sha1, dechunked,
    segment.key, artifact.segment_id, record_offset, record_length, record_crc,
    companions_before, companions_after, companions_crc,
    holder.key, payload_segment_id, payload_offset, payload_length, payload_crc, replay_length, artifact.au_id, quarantined,
    (select reason from damage where artifact_id = artifact.id and not in_companions limit 1)
  from artifact
  join au on au.id = artifact.au_id
  join namespace on namespace.id = artifact.namespace_id
  join segment on segment.id = artifact.segment_id
  left join segment as holder on holder.id = artifact.payload_segment_id
  where artifact.id =`;

const byUuid = preparedRaw('artifact_by_uuid', `${FOUND} $1::uuid`);
// An array that PostgreSQL could count while it plans would have it plan every time.
const byUuids = preparedRaw('artifacts_by_uuid', `${FOUND} any((select $1::uuid[])::uuid[])`);

function artifactsIn({ bytes, starts }: RawRows): StoredArtifact[] {
  return starts.map((start) => storedArtifact(new RowValues(bytes, start)));
}

// Values are read in the order of their columns, which is that of the members below.
function storedArtifact(row: RowValues): StoredArtifact {
  return {
    id: row.uuid()!,
    namespace: row.text()!,
    auid: row.text()!,
    url: row.text()!,
    urlkey: row.text()!,
    version: row.integer()!,
    committed: row.boolean()!,
    kind: kindNames.get(row.integer()!)!,
    httpStatus: row.integer(),
    mime: row.text(),
    collectionMs: row.integer()!,
    storeMs: row.integer()!,
    contentLength: row.integer()!,
    sha256: row.bytes()!,
    storedSha1: row.bytes()!,
    dechunked: row.boolean()!,
    record: storedPlace(row)!,
    companions: storedCompanions(row),
    sharedPayload: storedPlace(row),
    replayLength: row.integer(),
    auId: row.integer()!,
    quarantined: row.text(),
    damage: row.text(),
  };
}

function storedPlace(row: RowValues): StoredPlace | undefined {
  const [key, segmentId, offset, length] = [row.text(), row.integer(), row.integer(), row.integer()];
  const crc32 = unsignedCrc(row.integer() ?? null);
  if (key === undefined || segmentId === undefined || offset === undefined || length === undefined)
    return undefined;
  return { key, segmentId, offset, length, crc32 };
}

function storedCompanions(row: RowValues): StoredCompanions | undefined {
  const [before, after] = [row.integer()!, row.integer()!];
  const crc32 = unsignedCrc(row.integer() ?? null);
  return before + after > 0 ? { before, after, crc32 } : undefined;
}

const kindNames = new Map(
  (Object.keys(artifactKinds) as StoredArtifact['kind'][]).map((name) => [
    artifactKinds[name] as number,
    name,
  ]),
);
