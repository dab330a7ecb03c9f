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
  const names = sql.raw(columns.map(([name]) => name).join(', '));
  const arrays = sql.join(columns.map(([, column]) => column));
  // Ordered: neighbours in the large indexes come one after the other, which costs less than not to sort them, and
  // listings find them side by side.
  await sql`
    insert into artifact (
      segment_id, au_id, namespace_id, digest_part, sha256, sha1, ${ownDates ? sql`` : sql`store_ms,`} ${names}
    )
    select ${place.segmentId}, ${place.auId}, ${place.namespaceId}, ${currentDigestPart},
      substring(${digests(rows, 'sha256')}::bytea from (row.position::integer - 1) * 32 + 1 for 32),
      substring(${digests(rows, 'storedSha1')}::bytea from (row.position::integer - 1) * 20 + 1 for 20),
      ${ownDates ? sql`` : sql`${place.storeMs},`} ${names}
    from unnest(${arrays}) with ordinality row(${names}, position)
    order by row.url collate "C"`.execute(tx);
}

/** Each column's values as one array parameter. */
export function columnsOf(
  place: RowPlace,
  rows: readonly ArtifactRow[],
): Record<string, RawBuilder<unknown>> {
  const of = <T>(value: (row: ArtifactRow) => T) => rows.map(value);
  const columns: Record<string, RawBuilder<unknown>> = {
    id: sql`${plainArray(of(({ entry }) => entry.id))}::uuid[]`,
    record_offset: sql`${numberArray(of(({ entry }) => entry.stored!.offset))}::bigint[]`,
    record_length: sql`${numberArray(of(({ entry }) => entry.stored!.length))}::bigint[]`,
    record_crc: sql`${numberArray(of(({ entry }) => signed(entry.stored!.crc32)))}::integer[]`,
    content_length: sql`${numberArray(of(({ entry: { record }, original }) => (original ?? record).contentLength))}::bigint[]`,
    collection_ms: sql`${numberArray(of(({ entry: { record } }) => record.collectionMs))}::bigint[]`,
    version: sql`${numberArray(of(({ version }) => version))}::integer[]`,
    http_status: sql`${numberArray(of(({ entry: { record }, original }) => statusOf(record, original)))}::smallint[]`,
    kind: sql`${numberArray(of(({ entry: { record } }) => artifactKinds[record.kind]))}::smallint[]`,
    committed: sql`${booleanArray(of(({ entry }) => entry.committed))}::boolean[]`,
    dechunked: sql`${booleanArray(of(({ entry: { record }, original }) => (original ?? record).dechunked))}::boolean[]`,
    url: sql`${textArray(of(({ entry: { record } }) => record.url))}::text[]`,
    urlkey: sql`${textArray(of(({ entry: { record } }) => record.urlkey))}::text[]`,
    mime: sql`${textArray(of(({ entry: { record }, original }) => record.mime ?? original?.mime))}::text[]`,
    redirect: sql`${textArray(of(({ entry: { record }, original }) => redirectOf(record, original)))}::text[]`,
  };
  return {
    ...columns,
    ...(rows.some(({ entry: { stored } }) => stored?.before || stored?.after) && companions(rows)),
    ...(rows.some(({ entry }) => entry.record.method) && requests(rows)),
    ...(rows.some(({ original }) => original) && sharedPayloads(place, rows)),
    ...(rows.some(isQuarantined) && { quarantined: sql`${textArray(rows.map(reasonOf))}::text[]` }),
  };
}

const reasonOf = ({ entry: { record } }: ArtifactRow) => record.quarantined;
const isQuarantined = (row: ArtifactRow) => reasonOf(row) !== undefined;

/** What lies beside the records. */
function companions(rows: readonly ArtifactRow[]): Record<string, RawBuilder<unknown>> {
  const of = (value: (stored: StoredEntry) => number | undefined) =>
    numberArray(rows.map(({ entry }) => value(entry.stored!)));
  return {
    companions_before: sql`${of(({ before }) => before ?? 0)}::integer[]`,
    companions_after: sql`${of(({ after }) => after ?? 0)}::integer[]`,
    companions_crc: sql`${of(({ companionsCrc }) => signed(companionsCrc))}::integer[]`,
  };
}

/** What the records were captured with, where that was no GET. */
function requests(rows: readonly ArtifactRow[]): Record<string, RawBuilder<unknown>> {
  const of = (value: (row: ArtifactRow) => string | undefined) => textArray(rows.map(value));
  return {
    method: sql`${of(({ entry }) => entry.record.method)}::text[]`,
    request_body: sql`${of(({ entry }) => entry.record.requestBody)}::text[]`,
  };
}

function storeDates(place: RowPlace, rows: readonly ArtifactRow[]): Record<string, RawBuilder<unknown>> {
  return { store_ms: sql`${numberArray(rows.map(({ storeMs }) => storeMs ?? place.storeMs))}::bigint[]` };
}

/** Where the payloads of revisits lie. */
function sharedPayloads(place: RowPlace, rows: readonly ArtifactRow[]): Record<string, RawBuilder<unknown>> {
  const holders = plainArray(rows.map(({ original }) => original?.payload.id ?? 'NULL'));
  const of = (value: (original: NonNullable<ArtifactRow['original']>, row: ArtifactRow) => number) =>
    numberArray(rows.map((row) => row.original && value(row.original, row)));
  return {
    payload_id: sql`${holders}::uuid[]`,
    payload_segment_id: sql`${of(({ payload }) => payload.segmentId ?? place.segmentId)}::bigint[]`,
    payload_offset: sql`${of(({ payload }) => payload.offset)}::bigint[]`,
    payload_length: sql`${of(({ payload }) => payload.length)}::bigint[]`,
    payload_crc: sql`${numberArray(rows.map(({ original }) => signed(original?.payload.crc32)))}::integer[]`,
    replay_length: sql`${of((original, { entry }) => replayLength(entry, original))}::bigint[]`,
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
