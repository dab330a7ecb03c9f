// The rows of artifacts, many with one statement.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { ArtifactRow } from '../domain/artifact-row.ts';
import type { StoredEntry } from '../domain/entry.ts';
import { replayLength } from '../domain/revisit.ts';
import { booleanArray, numberArray, plainArray, textArray } from './arrays.ts';
import { currentDigestPart } from './digest-parts.db.ts';
import { artifactKinds, type IndexSchema } from './schema.ts';

export interface RowPlace {
  readonly auId: number;
  readonly namespaceId: number;
  readonly segmentId: number;
  readonly storeMs: number;
}

/** Inserts rows of one segment with one statement. */
export async function insertRows(
  tx: Transaction<IndexSchema>,
  place: RowPlace,
  rows: readonly ArtifactRow[],
): Promise<void> {
  const ownDates = rows.some(({ storeMs }) => storeMs !== undefined);
  const columns = Object.entries({ ...columnsOf(place, rows), ...(ownDates && storeDates(place, rows)) });
  // In many columns all rows have the same. What they are ordered by is always an array.
  const same = columns.filter(([name, column]) => name !== 'url' && hasOneValue(column));
  const own = columns.filter((column) => !same.includes(column));
  const names = sql.raw(own.map(([name]) => name).join(', '));
  const arrays = sql.join(own.map(([, column]) => arrayOf(column)));
  const sameNames = sql.raw(same.map(([name]) => `${name}, `).join(''));
  const sameValues = same.map(([, { type, values }]) => sql`${values[0] ?? null}::${sql.raw(type)}, `);
  // Ordered: neighbours in the large indexes come one after the other, which costs less than not to sort them, and
  // listings find them side by side.
  await sql`
    insert into artifact (
      segment_id, au_id, namespace_id, digest_part, sha256, sha1, ${ownDates ? sql`` : sql`store_ms,`}
      ${sameNames} ${names}
    )
    select ${place.segmentId}, ${place.auId}, ${place.namespaceId}, ${currentDigestPart},
      substring(${digests(rows, 'sha256')}::bytea from (row.position::integer - 1) * 32 + 1 for 32),
      substring(${digests(rows, 'storedSha1')}::bytea from (row.position::integer - 1) * 20 + 1 for 20),
      ${ownDates ? sql`` : sql`${place.storeMs},`} ${sql.join(sameValues, sql``)} ${names}
    from unnest(${arrays}) with ordinality row(${names}, position)
    order by row.url collate "C"`.execute(tx);
}

/** The values of a column, one for each row. */
interface Column {
  readonly type: string;
  readonly values: readonly (string | number | boolean | undefined)[];
  /** Writes them as one array. */
  arrayText(): string;
}

/** As a parameter of a statement. */
export function arrayOf(column: Column): RawBuilder<unknown> {
  return sql`${column.arrayText()}::${sql.raw(column.type)}[]`;
}

function hasOneValue({ values }: Column): boolean {
  return values.every((value) => value === values[0]);
}

const uuids = (values: readonly (string | undefined)[]): Column => ({
  type: 'uuid',
  values,
  arrayText: () => plainArray(values.map((value) => value ?? 'NULL')),
});
const texts = (values: readonly (string | undefined)[]): Column => ({
  type: 'text',
  values,
  arrayText: () => textArray(values),
});
const booleans = (values: readonly boolean[]): Column => ({
  type: 'boolean',
  values,
  arrayText: () => booleanArray(values),
});
const numbers = (type: string, values: readonly (number | undefined)[]): Column => ({
  type,
  values,
  arrayText: () => numberArray(values),
});

export function columnsOf(place: RowPlace, rows: readonly ArtifactRow[]): Record<string, Column> {
  const of = <T>(value: (row: ArtifactRow) => T) => rows.map(value);
  const columns: Record<string, Column> = {
    id: uuids(of(({ entry }) => entry.id)),
    record_offset: numbers(
      'bigint',
      of(({ entry }) => entry.stored!.offset),
    ),
    record_length: numbers(
      'bigint',
      of(({ entry }) => entry.stored!.length),
    ),
    record_crc: numbers(
      'integer',
      of(({ entry }) => signed(entry.stored!.crc32)),
    ),
    content_length: numbers(
      'bigint',
      of(({ entry: { record }, original }) => (original ?? record).contentLength),
    ),
    collection_ms: numbers(
      'bigint',
      of(({ entry: { record } }) => record.collectionMs),
    ),
    version: numbers(
      'integer',
      of(({ version }) => version),
    ),
    http_status: numbers(
      'smallint',
      of(({ entry: { record }, original }) => statusOf(record, original)),
    ),
    kind: numbers(
      'smallint',
      of(({ entry: { record } }) => artifactKinds[record.kind]),
    ),
    committed: booleans(of(({ entry }) => entry.committed)),
    dechunked: booleans(of(({ entry: { record }, original }) => (original ?? record).dechunked)),
    url: texts(of(({ entry: { record } }) => record.url)),
    urlkey: texts(of(({ entry: { record } }) => record.urlkey)),
    mime: texts(of(({ entry: { record }, original }) => record.mime ?? original?.mime)),
    redirect: texts(of(({ entry: { record }, original }) => redirectOf(record, original))),
  };
  return {
    ...columns,
    ...(rows.some(({ entry: { stored } }) => stored?.before || stored?.after) && companions(rows)),
    ...(rows.some(({ entry }) => entry.record.method) && requests(rows)),
    ...(rows.some(({ original }) => original) && sharedPayloads(place, rows)),
    ...(rows.some(isQuarantined) && { quarantined: texts(rows.map(reasonOf)) }),
  };
}

const reasonOf = ({ entry: { record } }: ArtifactRow) => record.quarantined;
const isQuarantined = (row: ArtifactRow) => reasonOf(row) !== undefined;

/** What lies beside the records. */
function companions(rows: readonly ArtifactRow[]): Record<string, Column> {
  const of = (value: (stored: StoredEntry) => number | undefined) =>
    numbers(
      'integer',
      rows.map(({ entry }) => value(entry.stored!)),
    );
  return {
    companions_before: of(({ before }) => before ?? 0),
    companions_after: of(({ after }) => after ?? 0),
    companions_crc: of(({ companionsCrc }) => signed(companionsCrc)),
  };
}

/** What the records were captured with, where that was no GET. */
function requests(rows: readonly ArtifactRow[]): Record<string, Column> {
  const of = (value: (row: ArtifactRow) => string | undefined) => texts(rows.map(value));
  return {
    method: of(({ entry }) => entry.record.method),
    request_body: of(({ entry }) => entry.record.requestBody),
  };
}

function storeDates(place: RowPlace, rows: readonly ArtifactRow[]): Record<string, Column> {
  const values = rows.map(({ storeMs }) => storeMs ?? place.storeMs);
  return { store_ms: numbers('bigint', values) };
}

/** Where the payloads of revisits lie. */
function sharedPayloads(place: RowPlace, rows: readonly ArtifactRow[]): Record<string, Column> {
  const of = (value: (original: NonNullable<ArtifactRow['original']>, row: ArtifactRow) => number) =>
    numbers(
      'bigint',
      rows.map((row) => row.original && value(row.original, row)),
    );
  const crcs = rows.map(({ original }) => signed(original?.payload.crc32));
  return {
    payload_id: uuids(rows.map(({ original }) => original?.payload.id)),
    payload_segment_id: of(({ payload }) => payload.segmentId ?? place.segmentId),
    payload_offset: of(({ payload }) => payload.offset),
    payload_length: of(({ payload }) => payload.length),
    payload_crc: numbers('integer', crcs),
    replay_length: of((original, { entry }) => replayLength(entry, original)),
  };
}

export function digests(rows: readonly ArtifactRow[], which: 'sha256' | 'storedSha1'): string {
  return `\\x${rows.map(({ entry: { record }, original }) => (original ?? record)[which]).join('')}`;
}

/** PostgreSQL's integers of 32 bits are signed. */
export function signed(crc: number | undefined): number | undefined {
  return crc === undefined ? undefined : crc | 0;
}

/** A revisit that says 304 is replayed as what was not modified. */
export function statusOf(
  { httpStatus }: ArtifactRow['entry']['record'],
  original: ArtifactRow['original'],
): number | undefined {
  if (!original || (httpStatus !== undefined && httpStatus !== 304)) return httpStatus;
  return original.httpStatus;
}

/** Where a revisit leads whose status is that of its original. */
export function redirectOf(
  { httpStatus, redirect }: ArtifactRow['entry']['record'],
  original: ArtifactRow['original'],
): string | undefined {
  const isOriginals = httpStatus === undefined || httpStatus === 304;
  return (isOriginals ? original?.redirect : undefined) ?? redirect;
}
