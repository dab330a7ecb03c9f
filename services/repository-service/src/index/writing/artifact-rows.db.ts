// Inserts the rows of a segment's records, many per statement: artifacts, and records in `kept_record`. Sets the
// requests of existing artifacts.
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import {
  type ArtifactColumn,
  artifactColumns,
  type ColumnValue,
  type SegmentRowValues,
} from '../../domain/record/artifact-columns.ts';
import type { ArtifactRow } from '../../domain/record/entry.ts';
import type { KeptRecord } from '../../domain/record/manifest.ts';
import type { CapturedRecord } from '../../domain/record/read-record.ts';
import {
  type ArrayColumn,
  formatNumberArray,
  formatPlainArray,
  formatTextArray,
  queryWithColumnArrays,
} from '../arrays.ts';
import { currentDigestPart } from '../digest-parts.db.ts';
import { type IndexSchema, keptRecordTypes } from '../schema.ts';

/** Inserts all rows of a segment with one statement. */
export async function insertArtifactRows(
  tx: Transaction<IndexSchema>,
  place: SegmentRowValues,
  rows: readonly ArtifactRow[],
): Promise<void> {
  const columns = makeArtifactColumns(place, rows);
  // If all rows have the same value in a column, pass the value only once. Always pass the sort column as an array.
  const same = columns.filter((column) => column.name !== 'url' && hasOneValue(column, rows));
  const own = columns.filter((column) => !same.includes(column));
  const sameNames = sql.raw(same.map(({ name }) => `${name}, `).join(''));
  const sameValues = same.map((column) => sql`${formatOnlyValue(column, rows)}::${sql.raw(column.type)}, `);
  // Insert the rows in sorted order, so that adjacent index entries are inserted together. This saves more time than
  // sorting costs, and listings find adjacent rows on the same pages.
  await queryWithArrays(own, rows, (unnested, names) =>
    sql`
      insert into artifact (
        segment_id, au_id, namespace_id, digest_part, ${sameNames} ${names}
      )
      select ${place.segmentId}, ${place.auId}, ${place.namespaceId}, ${currentDigestPart},
        ${sql.join(sameValues, sql``)} ${names}
      from (${unnested}) row
      order by row.url collate "C"`.execute(tx),
  );
}

interface RowColumn extends Pick<ArtifactColumn, 'name' | 'empty' | 'isReplaced'>, ArrayColumn<ArtifactRow> {}

/**
 * Runs a query with a subquery that converts column arrays to rows. Avoids `from unnest(…)`, which materializes all
 * rows first and makes an insert without indexes 25 % slower.
 */
export function queryWithArrays<Answer>(
  columns: readonly RowColumn[],
  rows: readonly ArtifactRow[],
  ask: (unnested: RawBuilder<unknown>, names: RawBuilder<unknown>) => Promise<Answer>,
): Promise<Answer> {
  const names = sql.raw(columns.map(({ name }) => name).join(', '));
  return queryWithColumnArrays(columns, rows, (arrays) => {
    const unnested = columns.map(
      ({ name, type }, i) => sql`unnest(${arrays[i]}::${sql.raw(type)}[]) ${sql.raw(name)}`,
    );
    return ask(sql`select ${sql.join(unnested)}`, names);
  });
}

function hasOneValue({ value }: RowColumn, rows: readonly ArtifactRow[]): boolean {
  const first = value(rows[0]!);
  for (const row of rows) if (value(row) !== first) return false;
  return true;
}

function formatOnlyValue(
  { type, value, empty }: RowColumn,
  rows: readonly ArtifactRow[],
): ColumnValue | null {
  const only = value(rows[0]!);
  return type === 'bytea' && only !== undefined ? `\\x${only}` : (only ?? empty ?? null);
}

/** Returns the columns that have a value in at least one row. The remaining columns get their defaults. */
export function makeArtifactColumns(place: SegmentRowValues, rows: readonly ArtifactRow[]): RowColumn[] {
  const haveRevisits = rows.some(({ original }) => original !== undefined);
  const columns: RowColumn[] = [];
  for (const { value, ...column } of artifactColumns) {
    if (column.ofRevisits && !haveRevisits) continue;
    const bound = value.length > 1 ? (row: ArtifactRow) => value(row, place) : (value as RowColumn['value']);
    const isEmpty = (row: ArtifactRow) => (bound(row) ?? column.empty) === column.empty;
    if (!rows.every(isEmpty)) columns.push({ ...column, value: bound });
  }
  return columns;
}

export interface RequestedArtifact {
  readonly artifactId: string;
  readonly record: Pick<CapturedRecord, 'urlkey' | 'method' | 'requestBody'>;
}

/**
 * Sets method, request body and urlkey of artifacts whose request record arrives later. The caller must hold the AU's
 * lock.
 */
export async function setRequests(
  tx: Transaction<IndexSchema>,
  artifacts: readonly RequestedArtifact[],
): Promise<void> {
  if (artifacts.length === 0) return;
  const ids = sql`${formatPlainArray(artifacts.map(({ artifactId }) => artifactId))}::uuid[]`;
  const of = (value: (record: RequestedArtifact['record']) => string | undefined) =>
    formatTextArray(artifacts.map(({ record }) => value(record)));
  // Update `long_key` here: its triggers handle inserts and deletes, but not updates (migrations/first/long-keys.ts).
  await sql`
    delete from long_key using artifact, long_key_rows(artifact) gone
    where artifact.id = any(${ids}) and long_key.stem = gone.stem and long_key.part = gone.part
      and long_key.rank = gone.rank and long_key.artifact_id = gone.artifact_id`.execute(tx);
  await sql`
    update artifact set method = new.method, request_body = new.request_body, urlkey = new.urlkey
    from unnest(
      ${ids}, ${of(({ method }) => method)}::text[], ${of(({ requestBody }) => requestBody)}::text[],
      ${of(({ urlkey }) => urlkey)}::text[]
    ) new (id, method, request_body, urlkey)
    where artifact.id = new.id`.execute(tx);
  await sql`
    insert into long_key select made.* from artifact, long_key_rows(artifact) made
    where artifact.id = any(${ids})`.execute(tx);
}

/** Inserts all rows of `kept_record` for a segment with one statement. */
export async function insertKeptRecords(
  tx: Kysely<IndexSchema>,
  segmentId: number,
  records: readonly KeptRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const of = (value: (record: KeptRecord) => number | undefined) => formatNumberArray(records.map(value));
  await sql`
    insert into kept_record (segment_id, record_offset, record_length, record_crc, type, artifact_id)
    select ${segmentId}, kept.* from unnest(
      ${of(({ offset }) => offset)}::bigint[], ${of(({ length }) => length)}::bigint[],
      ${of(({ crc32 }) => (crc32 === undefined ? undefined : crc32 | 0))}::integer[],
      ${of(({ type }) => keptRecordTypes[type])}::smallint[],
      ${formatPlainArray(records.map(({ artifactId }) => artifactId ?? 'NULL'))}::uuid[]
    ) kept`.execute(tx);
}

/** Returns the records that have no artifact or whose artifact exists. */
export async function filterRecordsByOwner(
  db: Kysely<IndexSchema>,
  records: readonly KeptRecord[],
): Promise<KeptRecord[]> {
  const owners = records.flatMap(({ artifactId }) => artifactId ?? []);
  if (owners.length === 0) return [...records];
  const { rows } = await sql<{ id: string }>`
    select id from artifact where id = any(${formatPlainArray(owners)}::uuid[])`.execute(db);
  const there = new Set(rows.map(({ id }) => id));
  return records.filter(({ artifactId }) => artifactId === undefined || there.has(artifactId));
}
