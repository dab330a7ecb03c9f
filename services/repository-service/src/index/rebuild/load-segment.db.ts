// Inserts one segment and its rows. In the same transaction, records that the segment is loaded.
import { inTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { JournalEntry } from '../../domain/journal-entry.ts';
import { toSignedInt32 } from '../../domain/record/artifact-columns.ts';
import type { ArtifactRow } from '../../domain/record/entry.ts';
import type { KeptRecord } from '../../domain/record/manifest.ts';
import type { ManifestLine } from '../../domain/record/manifest-line.ts';
import { formatNumberArray, formatPlainArray } from '../arrays.ts';
import { buildJournalInsert } from '../aus/au.db.ts';
import { insertKeptRecords } from '../kept-record.db.ts';
import type { IndexSchema } from '../schema.ts';
import { insertRows } from '../writing/artifact-rows.db.ts';
import { SegmentSweptError } from '../writing/record-segment.db.ts';
import { recordRenumberedVersions, resolveContradictions } from './contradictions.db.ts';
import { stageRequests } from './late-requests.db.ts';
import { commitAsynchronously } from './stage-lines.db.ts';
import { setStagedState, stagedStates } from './staging.db.ts';

/** Rows of a segment to be loaded. */
export interface SegmentRows {
  readonly rows: ArtifactRow[];
  /** Kept records, including companions of deleted artifacts (complete.db.ts). */
  readonly kept: KeptRecord[];
  /** Number of bytes in records without a row. */
  deadBytes: number;
  /** Deleted artifacts whose record still exists, because revisits need it or because it must be erased. */
  readonly gone: ManifestLine[];
  /** Number of manifest lines that cannot be identified because of damage. */
  unsure: number;
}

export interface SegmentToLoad {
  readonly auId: number;
  readonly namespaceId: number;
  readonly key: string;
  readonly sizeBytes: number;
  readonly manifestOffset: number | undefined;
  readonly createdMs: number;
  /** Entry to add to the journal; undefined if the journal already contains it. */
  readonly entry?: JournalEntry;
}

export interface LoadedSegment {
  readonly rows: number;
  /** Number of artifacts whose version changed. */
  readonly renumbered: number;
  /** Number of records whose artifact is in another segment. */
  readonly repeated: number;
}

/**
 * Loads a segment. Throws UniqueViolationError if the index already contains one of its artifacts, or one of its
 * versions of a URL.
 */
export async function loadSegment(
  db: Kysely<IndexSchema>,
  segment: SegmentToLoad,
  found: SegmentRows,
): Promise<LoadedSegment> {
  return inTransaction(db, async (tx) => {
    await insertSegment(tx, segment, found);
    return { rows: found.rows.length, renumbered: 0, repeated: 0 };
  });
}

/**
 * Loads a segment that contradicts the index. Omits artifacts that another segment contains. An artifact whose version
 * is already in use gets the next free version. `inOrder`: segments are loaded in the order in which they were
 * recorded, so an artifact whose version is lower than an existing one also gets the next free version.
 */
export async function loadContradictingSegment(
  db: Kysely<IndexSchema>,
  segment: SegmentToLoad,
  found: SegmentRows,
  { inOrder }: { inOrder: boolean },
): Promise<LoadedSegment> {
  return inTransaction(db, async (tx) => {
    await sql`select from au where id = ${segment.auId} for update`.execute(tx);
    const resolved = await resolveContradictions(tx, segment.auId, found.rows, inOrder);
    const { rows, renumbered, repeated } = resolved;
    const repeatedBytes = repeated.reduce((sum, { entry }) => sum + bytesOf(entry), 0);
    await insertSegment(tx, segment, { ...found, rows, deadBytes: found.deadBytes + repeatedBytes });
    await recordRenumberedVersions(tx, segment.auId, renumbered);
    return { rows: rows.length, renumbered: renumbered.length, repeated: repeated.length };
  });
}

function bytesOf({ stored }: ArtifactRow['entry']): number {
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
  if (rows.length > 0) await insertRows(tx, { auId, namespaceId, segmentId, storeMs: createdMs }, rows);
  await insertKeptRecords(tx, segmentId, kept);
  await stageRequests(tx, kept);
  if (gone.length > 0) await insertGone(tx, segmentId, gone);
  if (segment.entry) await buildJournalInsert(auId, segment.entry).execute(tx);
  await setStagedState(tx, segment.key, stagedStates.done);
}

async function insertGone(
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
