// Inserts a segment with its rows, and marks it as loaded in the same transaction.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { JournalEntry } from '../../domain/journal-entry.ts';
import { toSignedInt32 } from '../../domain/record/artifact-columns.ts';
import type { ArtifactRow } from '../../domain/record/entry.ts';
import type { KeptRecord } from '../../domain/record/manifest.ts';
import type { ManifestLine } from '../../domain/record/manifest-line.ts';
import { formatNumberArray, formatPlainArray } from '../arrays.ts';
import { buildJournalInsert } from '../aus/au.db.ts';
import type { IndexSchema } from '../schema.ts';
import { insertArtifactRows, insertKeptRecords } from '../writing/artifact-rows.db.ts';
import { SegmentSweptError } from '../writing/record-segment.db.ts';
import { recordRenumberedVersions, resolveContradictions } from './contradictions.db.ts';
import { stageRequests } from './late-requests.db.ts';
import { commitAsynchronously } from './stage-lines.db.ts';
import { setStagedState, stagedSegmentStates } from './staging.db.ts';

export interface SegmentRows {
  readonly rows: ArtifactRow[];
  /** Rows of `kept_record`, including companion records of deleted artifacts (complete.db.ts). */
  readonly kept: KeptRecord[];
  /** Number of bytes of records without a row. */
  deadBytes: number;
  /** Deleted artifacts whose record is still needed, because revisits share its payload or a purge must erase it. */
  readonly gone: ManifestLine[];
  /** Number of manifest lines that damage makes ambiguous. */
  unsure: number;
}

export interface SegmentToLoad {
  readonly auId: number;
  readonly namespaceId: number;
  readonly key: string;
  readonly sizeBytes: number;
  readonly manifestOffset: number | undefined;
  readonly createdMs: number;
  /** Entry to journal. Undefined if the journal already contains it. */
  readonly entry?: JournalEntry;
}

export interface LoadedSegment {
  readonly rows: number;
  /** Number of artifacts that got a new version. */
  readonly renumbered: number;
  /** Number of records whose artifact was already loaded from another segment. */
  readonly repeated: number;
}

/** Loads a segment. Throws UniqueViolationError if the index already has one of its artifacts or versions. */
export async function loadSegment(
  db: Kysely<IndexSchema>,
  segment: SegmentToLoad,
  found: SegmentRows,
): Promise<LoadedSegment> {
  return runInTransaction(db, async (tx) => {
    await insertSegment(tx, segment, found);
    return { rows: found.rows.length, renumbered: 0, repeated: 0 };
  });
}

/**
 * Loads a segment that contradicts the index. Omits artifacts that another segment contains. Assigns the next version
 * of the URL to an artifact whose version is in use. `inOrder`: true if segments are loaded in the order of recording.
 * Then an artifact whose version is lower than an existing one also gets the next version.
 */
export async function loadContradictingSegment(
  db: Kysely<IndexSchema>,
  segment: SegmentToLoad,
  found: SegmentRows,
  { inOrder }: { inOrder: boolean },
): Promise<LoadedSegment> {
  return runInTransaction(db, async (tx) => {
    await sql`select from au where id = ${segment.auId} for update`.execute(tx);
    const resolved = await resolveContradictions(tx, segment.auId, found.rows, inOrder);
    const { rows, renumbered, repeated } = resolved;
    const repeatedBytes = repeated.reduce((sum, { entry }) => sum + sumStoredBytes(entry), 0);
    await insertSegment(tx, segment, { ...found, rows, deadBytes: found.deadBytes + repeatedBytes });
    await recordRenumberedVersions(tx, segment.auId, renumbered);
    return { rows: rows.length, renumbered: renumbered.length, repeated: repeated.length };
  });
}

function sumStoredBytes({ stored }: ArtifactRow['entry']): number {
  return (stored?.before ?? 0) + (stored?.length ?? 0) + (stored?.after ?? 0);
}

async function insertSegment(
  tx: Transaction<IndexSchema>,
  segment: SegmentToLoad,
  { rows, kept, deadBytes, gone }: SegmentRows,
): Promise<void> {
  const { auId, namespaceId, createdMs } = segment;
  await commitAsynchronously(tx);
  const { rows: claimed } = await sql`select from swept_object where key = ${segment.key}`.execute(tx);
  if (claimed.length > 0) throw new SegmentSweptError(segment.key);
  const { id: segmentId } = await tx
    .insertInto('segment')
    .values({
      au_id: auId,
      key: segment.key,
      size_bytes: segment.sizeBytes,
      dead_bytes: deadBytes,
      manifest_offset: segment.manifestOffset ?? null,
      created_ms: createdMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (rows.length > 0)
    await insertArtifactRows(tx, { auId, namespaceId, segmentId, storeMs: createdMs }, rows);
  await insertKeptRecords(tx, segmentId, kept);
  await stageRequests(tx, kept);
  if (gone.length > 0) await insertGoneArtifacts(tx, segmentId, gone);
  if (segment.entry) await buildJournalInsert(auId, segment.entry).execute(tx);
  await setStagedState(tx, segment.key, stagedSegmentStates.done);
}

async function insertGoneArtifacts(
  tx: Kysely<IndexSchema>,
  segmentId: number,
  gone: SegmentRows['gone'],
): Promise<void> {
  await sql`
    insert into rebuild_gone
    select uuid, ${segmentId}, record_offset, record_length, record_crc
    from unnest(
      ${formatPlainArray(gone.map(({ uuid }) => uuid))}::uuid[],
      ${formatNumberArray(gone.map(({ offset }) => offset))}::bigint[],
      ${formatNumberArray(gone.map(({ length }) => length))}::bigint[],
      ${formatNumberArray(gone.map(({ crc32 }) => toSignedInt32(crc32)))}::integer[]
    ) gone(uuid, record_offset, record_length, record_crc)
    on conflict do nothing`.execute(tx);
}
