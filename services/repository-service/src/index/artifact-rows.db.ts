// The rows of artifacts, many with one statement.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { ArtifactRow } from '../domain/artifact-row.ts';
import { replayedRedirect, replayedStatus, replayLength } from '../domain/revisit.ts';
import { type Column, type ColumnType, type ColumnValue, withColumnArrays } from './column-arrays.ts';
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
  const ownDates = rows.some(hasOwnDate);
  const columns = Object.entries({ ...columnsOf(place, rows), ...(ownDates && storeDates(place)) });
  // In many columns all rows have the same. What they are ordered by is always an array.
  const same = columns.filter(([name, column]) => name !== 'url' && hasOneValue(column, rows));
  const own = columns.filter((column) => !same.includes(column));
  const sameNames = sql.raw(same.map(([name]) => `${name}, `).join(''));
  const sameValues = same.map(([, column]) => sql`${onlyValue(column, rows)}::${sql.raw(column.type)}, `);
  // Ordered: neighbours in the large indexes come one after the other, which costs less than not to sort them, and
  // listings find them side by side.
  await withArrays(own, rows, (unnested, names) =>
    sql`
      insert into artifact (
        segment_id, au_id, namespace_id, digest_part, ${ownDates ? sql`` : sql`store_ms,`} ${sameNames} ${names}
      )
      select ${place.segmentId}, ${place.auId}, ${place.namespaceId}, ${currentDigestPart},
        ${ownDates ? sql`` : sql`${place.storeMs},`} ${sql.join(sameValues, sql``)} ${names}
      from (${unnested}) row
      order by row.url collate "C"`.execute(tx),
  );
}

export type ArtifactColumn = Column<ArtifactRow>;

/**
 * Asks with a query that makes rows of the columns' arrays, and with their names. `from unnest(…)` would write all of them
 * down before it gives the first, which takes a quarter more of the time that an insert takes without its indexes.
 */
export function withArrays<Answer>(
  named: readonly (readonly [string, ArtifactColumn])[],
  rows: readonly ArtifactRow[],
  ask: (unnested: RawBuilder<unknown>, names: RawBuilder<unknown>) => Promise<Answer>,
): Promise<Answer> {
  const names = sql.raw(named.map(([name]) => name).join(', '));
  const columns = named.map(([, column]) => column);
  return withColumnArrays(columns, rows, (arrays) => {
    const unnested = named.map(
      ([name, { type }], i) => sql`unnest(${arrays[i]}::${sql.raw(type)}[]) ${sql.raw(name)}`,
    );
    return ask(sql`select ${sql.join(unnested)}`, names);
  });
}

function hasOneValue({ value }: ArtifactColumn, rows: readonly ArtifactRow[]): boolean {
  const first = value(rows[0]!);
  for (const row of rows) if (value(row) !== first) return false;
  return true;
}

function onlyValue({ type, value }: ArtifactColumn, rows: readonly ArtifactRow[]): ColumnValue | null {
  const only = value(rows[0]!);
  return type === 'bytea' && only !== undefined ? `\\x${only}` : (only ?? null);
}

const columnOf =
  (type: ColumnType) =>
  (value: ArtifactColumn['value']): ArtifactColumn => ({ type, value });

const bigints = columnOf('bigint');
const integers = columnOf('integer');
const smallints = columnOf('smallint');
const booleans = columnOf('boolean');
const texts = columnOf('text');
const uuids = columnOf('uuid');
const digests = columnOf('bytea');

/** What all rows have, and what some of these do. */
export function columnsOf(place: RowPlace, rows: readonly ArtifactRow[]): Record<string, ArtifactColumn> {
  return {
    ...columnsOfAll,
    ...(rows.some(hasCompanions) && companionColumns),
    ...(rows.some(hasRequest) && requestColumns),
    ...(rows.some(sharesPayload) && sharedPayloads(place)),
    ...(rows.some(isQuarantined) && { quarantined: texts(reasonOf) }),
  };
}

const columnsOfAll: Record<string, ArtifactColumn> = {
  id: uuids(({ entry }) => entry.id),
  sha256: digests(({ entry: { record }, original }) => (original ?? record).sha256),
  sha1: digests(({ entry: { record }, original }) => (original ?? record).storedSha1),
  record_offset: bigints(({ entry }) => entry.stored!.offset),
  record_length: bigints(({ entry }) => entry.stored!.length),
  record_crc: integers(({ entry }) => signed(entry.stored!.crc32)),
  content_length: bigints(({ entry: { record }, original }) => (original ?? record).contentLength),
  collection_ms: bigints(({ entry: { record } }) => record.collectionMs),
  version: integers(({ version }) => version),
  http_status: smallints(({ entry: { record }, original }) => replayedStatus(record, original)),
  kind: smallints(({ entry: { record } }) => artifactKinds[record.kind]),
  committed: booleans(({ entry }) => entry.committed),
  dechunked: booleans(({ entry: { record }, original }) => (original ?? record).dechunked),
  url: texts(({ entry: { record } }) => record.url),
  urlkey: texts(({ entry: { record } }) => record.urlkey),
  mime: texts(({ entry: { record }, original }) => record.mime ?? original?.mime),
  redirect: texts(({ entry: { record }, original }) => replayedRedirect(record, original)),
};

const reasonOf = ({ entry: { record } }: ArtifactRow) => record.quarantined;
const isQuarantined = (row: ArtifactRow) => reasonOf(row) !== undefined;
const hasOwnDate = ({ storeMs }: ArtifactRow) => storeMs !== undefined;
const hasCompanions = ({ entry: { stored } }: ArtifactRow) => stored?.before || stored?.after;
const hasRequest = ({ entry }: ArtifactRow) => entry.record.method !== undefined;
const sharesPayload = ({ original }: ArtifactRow) => original !== undefined;

/** What lies beside the records. */
const companionColumns: Record<string, ArtifactColumn> = {
  companions_before: integers(({ entry }) => entry.stored!.before ?? 0),
  companions_after: integers(({ entry }) => entry.stored!.after ?? 0),
  companions_crc: integers(({ entry }) => signed(entry.stored!.companionsCrc)),
};

/** What the records were captured with, where that was no GET. */
const requestColumns: Record<string, ArtifactColumn> = {
  method: texts(({ entry }) => entry.record.method),
  request_body: texts(({ entry }) => entry.record.requestBody),
};

function storeDates(place: RowPlace): Record<string, ArtifactColumn> {
  return { store_ms: bigints(({ storeMs }) => storeMs ?? place.storeMs) };
}

/** Where the payloads of revisits lie. */
function sharedPayloads(place: RowPlace): Record<string, ArtifactColumn> {
  const of = (value: (original: NonNullable<ArtifactRow['original']>, row: ArtifactRow) => number) =>
    bigints((row) => row.original && value(row.original, row));
  return {
    payload_id: uuids(({ original }) => original?.payload.id),
    payload_segment_id: of(({ payload }) => payload.segmentId ?? place.segmentId),
    payload_offset: of(({ payload }) => payload.offset),
    payload_length: of(({ payload }) => payload.length),
    payload_crc: integers(({ original }) => signed(original?.payload.crc32)),
    replay_length: of((original, { entry }) => replayLength(entry, original)),
  };
}

/** PostgreSQL's integers of 32 bits are signed. */
export function signed(crc: number | undefined): number | undefined {
  return crc === undefined ? undefined : crc | 0;
}
