// One artifact by its uuid: what a read needs, in one round trip, and that shared with the reads beside it.
import { batchedLookup, type Pool, preparedRaw, type RawRows, RowValues } from '@holdfast/pg-kit';
import { unsignedCrc } from './crc.ts';
import { type KnownNames, knownNames } from './known-names.ts';
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
  /** Location of a redirect. */
  readonly redirect: string | undefined;
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

const artifactOf = batchedLookup<string, StoredArtifact, Pool>(
  async (pool, uuids) => {
    const artifacts = await artifactsOf(pool, uuids);
    if (uuids.length === 1) return [artifacts[0]];
    const found = new Map(artifacts.map((artifact) => [artifact.id, artifact]));
    return uuids.map((uuid) => found.get(uuid));
  },
  { most: 100, atOnce: 3 },
);

/** Those that there are, in any order. */
async function artifactsOf(pool: Pool, uuids: readonly string[]): Promise<StoredArtifact[]> {
  const names = knownNames(pool);
  // as PostgreSQL writes an array; UUID_PATTERN leaves nothing that would need quotes.
  const many = [`{${uuids.join()}}`];
  const found = uuids.length === 1 ? await byUuid(pool, uuids) : await byUuids(pool, many);
  return artifactsIn(found, names) ?? artifactsIn(learned(await withNames(pool, many), names), names)!;
}

/** In the order in which storedArtifact reads them. */
const columnsWith = (holderId: string) => `artifact.au_id, artifact.segment_id, ${holderId},
    artifact.id, url, urlkey, version, committed, kind, http_status, mime, redirect, collection_ms, store_ms,
    content_length, sha256, sha1, dechunked, record_offset, record_length, record_crc,
    companions_before, companions_after, companions_crc, payload_offset, payload_length, payload_crc,
    replay_length, quarantined,
    (select reason from damage where artifact_id = artifact.id and not in_companions limit 1)`;
const ROW = `select ${columnsWith('payload_segment_id')} from artifact where`;
// An array that PostgreSQL could count while it plans would have it plan every time.
const ANY_UUID = 'artifact.id = any((select $1::uuid[])::uuid[])';

const byUuid = preparedRaw('artifact_by_uuid', `${ROW} artifact.id = $1::uuid`);
const byUuids = preparedRaw('artifacts_by_uuid', `${ROW} ${ANY_UUID}`);
const withNames = preparedRaw(
  'named_artifacts_by_uuid',
  `select au.id, namespace.name, au.auid, segment.id, segment.key, holder.id, holder.key, ${columnsWith('holder.id')}
  from artifact
  join au on au.id = artifact.au_id
  join namespace on namespace.id = artifact.namespace_id
  join segment on segment.id = artifact.segment_id
  left join segment as holder on holder.id = artifact.payload_segment_id
  where ${ANY_UUID}`,
);

/** Learns the names that the rows begin with, and answers what comes behind them. */
function learned({ bytes, starts }: RawRows, names: KnownNames): RawRows {
  const behind = starts.map((start) => {
    const row = new RowValues(bytes, start);
    names.aus.learn(row.integer()!, { namespace: row.text()!, auid: row.text()! });
    names.segments.learn(row.integer()!, row.text()!);
    const [holder, key] = [row.integer(), row.text()];
    if (holder !== undefined && key !== undefined) names.segments.learn(holder, key);
    return row.at;
  });
  return { bytes, starts: behind };
}

/** Undefined when a name is not known. */
function artifactsIn({ bytes, starts }: RawRows, names: KnownNames): StoredArtifact[] | undefined {
  const artifacts: StoredArtifact[] = [];
  for (const start of starts) {
    const artifact = storedArtifact(new RowValues(bytes, start), names);
    if (artifact === undefined) return undefined;
    artifacts.push(artifact);
  }
  return artifacts;
}

// Values are read in the order of their columns, which is that of the members below.
function storedArtifact(row: RowValues, { aus, segments }: KnownNames): StoredArtifact | undefined {
  const [auId, segmentId, holderId] = [row.integer()!, row.integer()!, row.integer()];
  const [au, key, holderKey] = [
    aus.of(auId),
    segments.of(segmentId),
    holderId === undefined ? undefined : segments.of(holderId),
  ];
  if (au === undefined || key === undefined || (holderId !== undefined && holderKey === undefined)) return;
  return {
    auId,
    namespace: au.namespace,
    auid: au.auid,
    id: row.uuid()!,
    url: row.text()!,
    urlkey: row.text()!,
    version: row.integer()!,
    committed: row.boolean()!,
    kind: kindNames.get(row.integer()!)!,
    httpStatus: row.integer(),
    mime: row.text(),
    redirect: row.text(),
    collectionMs: row.integer()!,
    storeMs: row.integer()!,
    contentLength: row.integer()!,
    sha256: row.bytes()!,
    storedSha1: row.bytes()!,
    dechunked: row.boolean()!,
    record: storedPlace(row, segmentId, key)!,
    companions: storedCompanions(row),
    sharedPayload: storedPlace(row, holderId, holderKey),
    replayLength: row.integer(),
    quarantined: row.text(),
    damage: row.text(),
  };
}

function storedPlace(
  row: RowValues,
  segmentId: number | undefined,
  key: string | undefined,
): StoredPlace | undefined {
  const [offset, length, crc] = [row.integer(), row.integer(), row.integer()];
  if (segmentId === undefined || key === undefined || offset === undefined || length === undefined) return;
  return { key, segmentId, offset, length, crc32: unsignedCrc(crc ?? null) };
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
