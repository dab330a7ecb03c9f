// Puts one segment and its rows into the index, in one transaction with the note that it is there.
import { inTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { JournalEntry } from '../../domain/journal-entry.ts';
import { signed } from '../../domain/record/artifact-columns.ts';
import type { ArtifactRow } from '../../domain/record/entry.ts';
import type { KeptRecord } from '../../domain/record/manifest.ts';
import type { ManifestLine } from '../../domain/record/manifest-line.ts';
import { numberArray, plainArray } from '../arrays.ts';
import { journaled } from '../aus/au.db.ts';
import { insertKeptRecords } from '../kept-record.db.ts';
import type { IndexSchema } from '../schema.ts';
import { insertRows } from '../writing/artifact-rows.db.ts';
import { noteRenumbered, resolveContradictions } from './contradictions.db.ts';
import { stageRequests } from './late-requests.db.ts';
import { hurry } from './stage-lines.db.ts';
import { settleSegment, states } from './staging.db.ts';

/** What a segment is loaded as. */
export interface SegmentRows {
  readonly rows: ArtifactRow[];
  /** Records that are kept by themselves, those of artifacts that are deleted included (complete.db.ts). */
  readonly kept: KeptRecord[];
  /** Bytes of records that no row is left of. */
  deadBytes: number;
  /** Deleted artifacts whose record is still there: revisits may need it, or it is to be erased. */
  readonly gone: ManifestLine[];
  /** Lines that cannot be told apart any more, for damage: how many. */
  unsure: number;
}

export interface SegmentToLoad {
  readonly auId: number;
  readonly namespaceId: number;
  readonly key: string;
  readonly sizeBytes: number;
  readonly manifestOffset: number | undefined;
  readonly createdMs: number;
  /** For the journal, where it does not have it. */
  readonly entry?: JournalEntry;
}

export interface LoadedSegment {
  readonly rows: number;
  /** Artifacts that got another version than they had. */
  readonly renumbered: number;
  /** Records whose artifact another segment holds. */
  readonly repeated: number;
}

/** Throws UniqueViolationError when some of it is in the index already: one artifact, or one version of a URL, in two places. */
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
 * The same for a segment that contradicts what is there: an artifact that another segment holds already is left out, and one whose
 * version another artifact has gets the next free one. `inOrder`: so does one whose version is below one that is there, because
 * segments come in the order in which they were recorded.
 */
export async function loadContradicting(
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
    await noteRenumbered(tx, segment.auId, renumbered);
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
  await hurry(tx);
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
  if (segment.entry) await journaled(auId, segment.entry).execute(tx);
  await settleSegment(tx, segment.key, states.done);
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
      ${plainArray(gone.map(({ uuid }) => uuid))}::uuid[],
      ${numberArray(gone.map(({ offset }) => offset))}::bigint[],
      ${numberArray(gone.map(({ length }) => length))}::bigint[],
      ${numberArray(gone.map(({ crc32 }) => signed(crc32)))}::integer[]
    ) gone(uuid, record_offset, record_length, record_crc)
    on conflict do nothing`.execute(tx);
}
