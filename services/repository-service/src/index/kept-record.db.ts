// The rows of records that are kept by themselves.
import { type Kysely, sql } from 'kysely';
import type { KeptRecord } from '../domain/kept-record.ts';
import { numberArray, plainArray } from './arrays.ts';
import { type IndexSchema, keptRecordTypes } from './schema.ts';

/** Inserts those of one segment with one statement. */
export async function insertKeptRecords(
  tx: Kysely<IndexSchema>,
  segmentId: number,
  records: readonly KeptRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const of = (value: (record: KeptRecord) => number | undefined) => numberArray(records.map(value));
  await sql`
    insert into kept_record (segment_id, record_offset, record_length, record_crc, type, artifact_id)
    select ${segmentId}, kept.* from unnest(
      ${of(({ offset }) => offset)}::bigint[], ${of(({ length }) => length)}::bigint[],
      ${of(({ crc32 }) => (crc32 === undefined ? undefined : crc32 | 0))}::integer[],
      ${of(({ type }) => keptRecordTypes[type])}::smallint[],
      ${plainArray(records.map(({ artifactId }) => artifactId ?? 'NULL'))}::uuid[]
    ) kept`.execute(tx);
}

/** Those that belong to no artifact, or to one that there is. */
export async function withOwner(
  db: Kysely<IndexSchema>,
  records: readonly KeptRecord[],
): Promise<KeptRecord[]> {
  const owners = records.flatMap(({ artifactId }) => artifactId ?? []);
  if (owners.length === 0) return [...records];
  const { rows } = await sql<{ id: string }>`
    select id from artifact where id = any(${plainArray(owners)}::uuid[])`.execute(db);
  const there = new Set(rows.map(({ id }) => id));
  return records.filter(({ artifactId }) => artifactId === undefined || there.has(artifactId));
}
