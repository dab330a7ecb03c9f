// Inserts artifact rows, many per statement.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import {
  type ArtifactColumn,
  artifactColumns,
  type ColumnValue,
  type SegmentRowValues,
} from '../../domain/record/artifact-columns.ts';
import type { ArtifactRow } from '../../domain/record/entry.ts';
import { currentDigestPart } from '../digest-parts.db.ts';
import type { IndexSchema } from '../schema.ts';
import { type ArrayColumn, queryWithColumnArrays } from './column-arrays.ts';

/** Inserts all rows of a segment with one statement. */
export async function insertArtifactRows(
  tx: Transaction<IndexSchema>,
  place: SegmentRowValues,
  rows: readonly ArtifactRow[],
): Promise<void> {
  const columns = makeArtifactColumns(place, rows);
  // Pass a value that all rows share only once. Always pass the sort column as an array.
  const same = columns.filter((column) => column.name !== 'url' && hasOneValue(column, rows));
  const own = columns.filter((column) => !same.includes(column));
  const sameNames = sql.raw(same.map(({ name }) => `${name}, `).join(''));
  const sameValues = same.map((column) => sql`${onlyValue(column, rows)}::${sql.raw(column.type)}, `);
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

function onlyValue({ type, value, empty }: RowColumn, rows: readonly ArtifactRow[]): ColumnValue | null {
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
