// Finds an artifact by UUID in one round trip, with everything that is needed to read the artifact. Concurrent look-ups
// share a round trip.
import {
  createBatchedLookup,
  type LayoutColumn,
  type Pool,
  prepareRawStatement,
  type RawRows,
  RowLayout,
} from '@holdfast/pg-kit';
import { toLayoutColumn } from '../domain/record/artifact-columns.ts';
import {
  type ArtifactKind,
  artifactKindNames,
  type FieldNamesMatching,
  type FieldsByName,
  recordFields,
} from '../domain/record/fields.ts';
import { toUnsignedCrc } from './crc.ts';
import { type NameCache, openNameCache } from './name-cache.ts';

type ColumnField = FieldNamesMatching<{ in: 'record'; column: string }>;
type DigestName = FieldNamesMatching<{ type: 'sha256' | 'sha1'; column: string }>;

/** Fields of the artifact that have a column. Digests are bytes. */
type StoredFields = FieldsByName<Exclude<ColumnField, DigestName>> & {
  readonly [Name in DigestName]: Buffer;
};

export interface StoredArtifact extends StoredFields {
  readonly id: string;
  readonly namespace: string;
  readonly auid: string;
  readonly version: number;
  readonly committed: boolean;
  readonly storeMs: number;
  /** Location of the gzip member with the artifact's record. */
  readonly record: StoredRecordPosition;
  /** Companion records (request, metadata) directly before and after the artifact's record, if there are any. */
  readonly companions: StoredCompanions | undefined;
  /** Location of the record that contains a revisit's payload. */
  readonly sharedPayload: StoredRecordPosition | undefined;
  /** Length in bytes of the composed record that replay serves for a revisit. */
  readonly replayLength: number | undefined;
  readonly auId: number;
  /** Reason why the artifact is unreadable. Undefined if no damage is registered. */
  readonly damage: string | undefined;
}

/** Lengths in bytes of the companion records before and after a record, and the CRC-32 over all of them. */
export interface StoredCompanions {
  readonly before: number;
  readonly after: number;
  readonly crc32: number | undefined;
}

export interface StoredRecordPosition {
  readonly key: string;
  readonly segmentId: number;
  readonly offset: number;
  readonly length: number;
  /** CRC-32 of the stored bytes. Undefined if none was recorded. */
  readonly crc32: number | undefined;
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Finds an artifact. Returns undefined if the namespace lacks it, or if `uuid` is invalid. */
export async function findArtifact(
  pool: Pool,
  { namespace, uuid }: { namespace: string; uuid: string },
): Promise<StoredArtifact | undefined> {
  if (!UUID_PATTERN.test(uuid)) return undefined;
  const found = await artifactOf(pool, uuid);
  return found?.namespace === namespace ? found : undefined;
}

const artifactOf = createBatchedLookup<string, StoredArtifact, Pool>(
  async (pool, uuids) => {
    const artifacts = await readArtifacts(pool, uuids);
    if (uuids.length === 1) return [artifacts[0]];
    const found = new Map(artifacts.map((artifact) => [artifact.id, artifact]));
    return uuids.map((uuid) => found.get(uuid));
  },
  { most: 100, atOnce: 3 },
);

/** Returns the artifacts with these UUIDs, in any order. Omits artifacts that do not exist. */
async function readArtifacts(pool: Pool, uuids: readonly string[]): Promise<StoredArtifact[]> {
  const names = openNameCache(pool);
  // PostgreSQL array literal. UUIDs need no quotes.
  const many = [`{${uuids.join()}}`];
  const found = uuids.length === 1 ? await byUuid(pool, uuids) : await byUuids(pool, many);
  return (
    decodeArtifacts(found, names) ?? decodeArtifacts(cacheNames(await withNames(pool, many), names), names)!
  );
}

const columnsOfRecord = Object.fromEntries(
  recordFields.flatMap((field) => (field.column === undefined ? [] : [[field.name, toLayoutColumn(field)]])),
) as Readonly<Record<ColumnField, LayoutColumn>>;

/** Columns to read if the names of the AU and the segment are cached. */
const createArtifactLayout = (holderId: string) =>
  new RowLayout({
    au_id: ['integer', 'artifact.au_id'],
    segment_id: 'bigint',
    holder_id: ['bigint?', holderId],
    id: ['uuid', 'artifact.id'],
    version: 'integer',
    committed: 'boolean',
    storeMs: ['bigint', 'store_ms'],
    ...columnsOfRecord,
    record_offset: 'bigint',
    record_length: 'bigint',
    record_crc: 'integer?',
    companions_before: 'integer',
    companions_after: 'integer',
    companions_crc: 'integer?',
    payload_offset: 'bigint?',
    payload_length: 'bigint?',
    payload_crc: 'integer?',
    replayLength: ['bigint?', 'replay_length'],
    damage: [
      'text?',
      '(select reason from damage where artifact_id = artifact.id and not in_companions limit 1)',
    ],
  });
const artifactLayout = createArtifactLayout('payload_segment_id');
type ArtifactRowValues = ReturnType<typeof artifactLayout.read>;

/** Additional columns at the start of a row: the names of the AU and the segment. */
const namesLayout = new RowLayout({
  au: ['integer', 'au.id'],
  namespace: ['text', 'namespace.name'],
  auid: ['text', 'au.auid'],
  segment: ['bigint', 'segment.id'],
  key: ['text', 'segment.key'],
  holder: ['bigint?', 'holder.id'],
  holder_key: ['text?', 'holder.key'],
});

// The subquery hides the array's length from the planner, so that PostgreSQL does not plan every call anew.
const ANY_UUID = 'artifact.id = any((select $1::uuid[])::uuid[])';
const ROW = `select ${artifactLayout.select} from artifact where`;

const byUuid = prepareRawStatement('artifact_by_uuid', `${ROW} artifact.id = $1::uuid`);
const byUuids = prepareRawStatement('artifacts_by_uuid', `${ROW} ${ANY_UUID}`);
const withNames = prepareRawStatement(
  'named_artifacts_by_uuid',
  `select ${namesLayout.select}, ${createArtifactLayout('holder.id').select}
  from artifact
  join au on au.id = artifact.au_id
  join namespace on namespace.id = artifact.namespace_id
  join segment on segment.id = artifact.segment_id
  left join segment as holder on holder.id = artifact.payload_segment_id
  where ${ANY_UUID}`,
);
/** Caches the names at the start of each row. Returns the rows without these names. */
function cacheNames({ bytes, starts }: RawRows, { aus, segments }: NameCache): RawRows {
  const behind = starts.map((start) => {
    const { au, namespace, auid, segment, key, holder, holder_key } = namesLayout.read(bytes, start);
    aus.learn(au, { namespace, auid });
    segments.learn(segment, key);
    if (holder !== undefined && holder_key !== undefined) segments.learn(holder, holder_key);
    return namesLayout.end(bytes, start);
  });
  return { bytes, starts: behind };
}

/** Converts rows to artifacts with the cached names. Returns undefined if a name is not cached. */
function decodeArtifacts({ bytes, starts }: RawRows, names: NameCache): StoredArtifact[] | undefined {
  const artifacts: StoredArtifact[] = [];
  for (const start of starts) {
    const artifact = toStoredArtifact(artifactLayout.read(bytes, start), names);
    if (artifact === undefined) return undefined;
    artifacts.push(artifact);
  }
  return artifacts;
}

function toStoredArtifact(row: ArtifactRowValues, { aus, segments }: NameCache): StoredArtifact | undefined {
  const { au_id: auId, segment_id: segmentId, holder_id: holderId } = row;
  const [au, key] = [aus.of(auId), segments.of(segmentId)];
  const holderKey = holderId === undefined ? undefined : segments.of(holderId);
  if (au === undefined || key === undefined || (holderId !== undefined && holderKey === undefined)) return;
  return {
    ...(row as unknown as StoredFields & Pick<StoredArtifact, 'id' | 'version' | 'committed' | 'storeMs'>),
    auId,
    namespace: au.namespace,
    auid: au.auid,
    kind: artifactKindNames[row.kind as ArtifactKind],
    record: toRecordPosition(segmentId, key, row.record_offset, row.record_length, row.record_crc)!,
    companions: toStoredCompanions(row),
    sharedPayload: toRecordPosition(
      holderId,
      holderKey,
      row.payload_offset,
      row.payload_length,
      row.payload_crc,
    ),
    replayLength: row.replayLength,
    damage: row.damage,
  };
}

function toRecordPosition(
  segmentId: number | undefined,
  key: string | undefined,
  offset: number | undefined,
  length: number | undefined,
  crc: number | undefined,
): StoredRecordPosition | undefined {
  if (segmentId === undefined || key === undefined || offset === undefined || length === undefined) return;
  return { key, segmentId, offset, length, crc32: toUnsignedCrc(crc ?? null) };
}

function toStoredCompanions(row: ArtifactRowValues): StoredCompanions | undefined {
  const { companions_before: before, companions_after: after, companions_crc: crc } = row;
  return before + after > 0 ? { before, after, crc32: toUnsignedCrc(crc ?? null) } : undefined;
}
