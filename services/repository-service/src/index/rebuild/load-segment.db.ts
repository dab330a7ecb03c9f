// Puts one segment and its rows into the index, in one transaction with the note that it is there.
import { inTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import type { ArtifactRow } from '../../domain/artifact-row.ts';
import type { JournalEntry } from '../../domain/journal-entry.ts';
import type { KeptRecord } from '../../domain/kept-record.ts';
import type { ManifestLine } from '../../domain/manifest.ts';
import { numberArray, plainArray } from '../arrays.ts';
import { insertRows, signed } from '../artifact-rows.db.ts';
import { journaled } from '../au.db.ts';
import { insertKeptRecords } from '../kept-record.db.ts';
import type { IndexSchema } from '../schema.ts';
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

export async function loadSegment(
  db: Kysely<IndexSchema>,
  segment: SegmentToLoad,
  { rows, kept, deadBytes, gone }: SegmentRows,
): Promise<void> {
  const { auId, namespaceId, createdMs } = segment;
  await inTransaction(db, async (tx) => {
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
  });
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
