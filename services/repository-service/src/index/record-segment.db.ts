// The index transaction: locks the AU, resolves a batch against what the index holds, and makes its rows and
// counters durable together. When it has returned, every outcome in it may be acknowledged.
import { inTransaction } from '@holdfast/pg-kit';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { ArtifactRow } from '../domain/artifact-row.ts';
import { type ResolvedBatch, resolveBatch } from '../domain/dedup.ts';
import type { Outcome } from '../domain/disposition.ts';
import type { Entry } from '../domain/entry.ts';
import { type ClosedSegment, segmentRecorded } from '../domain/manifest.ts';
import { replayLength } from '../domain/revisit.ts';
import { booleanArray, numberArray, plainArray, textArray } from './arrays.ts';
import { lockAu, updateAu } from './au.db.ts';
import { heldOriginals, urlStates } from './known.db.ts';
import { artifactKinds, type IndexSchema } from './schema.ts';

export interface Batch {
  readonly auId: number;
  readonly namespaceId: number;
  readonly storeMs: number;
  readonly segment: ClosedSegment | undefined;
  readonly entries: readonly Entry[];
  /** What the caller has stored in this AU since it found it empty, if that is so. */
  readonly own?: OwnWrites | undefined;
}

/** While nobody else stores in an AU, what its writer never stored is not there and need not be looked for. */
export interface OwnWrites {
  /** The last segment the writer recorded. */
  readonly segmentId: number;
  /** Answers false when it stored nothing of this URL. */
  mayHold(url: string): boolean;
}

export interface Recorded {
  /** One for each entry, in their order. */
  readonly outcomes: Outcome[];
  /** Undefined when no row points into the segment: nothing needs its object. */
  readonly segmentId: number | undefined;
  /** All the AU holds is what the caller has stored. */
  readonly ownAlone: boolean;
}

export async function recordSegment(db: Kysely<IndexSchema>, batch: Batch): Promise<Recorded> {
  return inTransaction(db, async (tx) => {
    const au = await lockAu(tx, batch.auId);
    const own = batch.own?.segmentId === au.last_segment_id ? batch.own : undefined;
    const ownAlone = own !== undefined || au.artifact_count === 0;
    const resolved = await resolveAgainstIndex(tx, batch, urlsToLookUp(batch, ownAlone, own));
    const { outcomes } = resolved;
    if (resolved.rows.length === 0) return { outcomes, segmentId: undefined, ownAlone };
    const segmentId = await insertSegment(tx, batch, resolved.deadBytes);
    const repairs = resolved.rows.filter(({ replaces }) => replaces);
    const added = repairs.length === 0 ? resolved.rows : resolved.rows.filter((row) => !row.replaces);
    // Repairs come first: revisits that are added may share a payload that is repaired, and must not be taken for those before.
    if (repairs.length > 0) await replaceRows(tx, { ...batch, segmentId }, repairs);
    if (added.length > 0) await insertRows(tx, { ...batch, segmentId }, added);
    const { auId, segment, entries } = batch;
    const entry = segmentRecorded(segment!, entries, resolved.rows);
    const warcBytes = segment!.sizeBytes;
    await updateAu(tx, { auId, segmentId, warcBytes, counters: resolved.counters, entry });
    return { outcomes, segmentId, ownAlone };
  });
}

/** Answers the URLs of the batch that the AU may hold already. */
function urlsToLookUp({ entries }: Batch, ownAlone: boolean, own: OwnWrites | undefined): string[] {
  if (!ownAlone) return distinctUrls(entries);
  return own ? distinctUrls(entries).filter((url) => own.mayHold(url)) : [];
}

async function resolveAgainstIndex(
  tx: Transaction<IndexSchema>,
  { auId, namespaceId, entries }: Batch,
  urls: readonly string[],
): Promise<ResolvedBatch> {
  const revisits = entries.filter((entry) => entry.record.kind === 'revisit');
  const known = await urlStates(tx, auId, urls);
  if (revisits.length === 0) return resolveBatch(entries, known);
  const originals = await heldOriginals(tx, { auId, namespaceId }, revisits);
  return resolveBatch(entries, known, originals);
}

async function insertSegment(tx: Transaction<IndexSchema>, batch: Batch, deadBytes: number): Promise<number> {
  if (!batch.segment) throw new Error('rows to store, but no segment holds their bytes');
  const { key, sizeBytes, manifestOffset } = batch.segment;
  const { rows } = await sql<{ id: number }>`
    insert into segment (au_id, key, size_bytes, dead_bytes, manifest_offset, created_ms)
    select ${batch.auId}, ${key}::text, ${sizeBytes}, ${deadBytes}, ${manifestOffset ?? null}, ${batch.storeMs}
    where not exists (select from swept_object where key = ${key})
    returning id`.execute(tx);
  if (!rows[0]) throw new SegmentSweptError(key);
  return rows[0].id;
}

/** It took so long to get here that its object was taken for left behind, and removed. Nothing was recorded. */
export class SegmentSweptError extends Error {
  override name = 'SegmentSweptError';

  constructor(key: string) {
    super(`the object ${key} was removed before it was recorded`);
  }
}

function distinctUrls(entries: readonly Entry[]): string[] {
  return [...new Set(entries.map(({ record }) => record.url))];
}

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
      segment_id, au_id, namespace_id, sha256, sha1, ${ownDates ? sql`` : sql`store_ms,`} ${names}
    )
    select ${place.segmentId}, ${place.auId}, ${place.namespaceId},
      substring(${digests(rows, 'sha256')}::bytea from (row.position::integer - 1) * 32 + 1 for 32),
      substring(${digests(rows, 'storedSha1')}::bytea from (row.position::integer - 1) * 20 + 1 for 20),
      ${ownDates ? sql`` : sql`${place.storeMs},`} ${names}
    from unnest(${arrays}) with ordinality row(${names}, position)
    order by row.url collate "C"`.execute(tx);
}

/** Each column's values as one array parameter. */
function columnsOf(place: RowPlace, rows: readonly ArtifactRow[]): Record<string, RawBuilder<unknown>> {
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
    redirect: sql`${textArray(of(({ entry: { record } }) => record.redirect))}::text[]`,
  };
  return rows.some(({ original }) => original) ? { ...columns, ...sharedPayloads(place, rows) } : columns;
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

function digests(rows: readonly ArtifactRow[], which: 'sha256' | 'storedSha1'): string {
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

/** What describes the record. Everything else of the artifact stays. */
const RECORD_COLUMNS = [
  'record_offset',
  'record_length',
  'record_crc',
  'http_status',
  'kind',
  'committed',
  'dechunked',
  'mime',
  'redirect',
];
const PAYLOAD_COLUMNS = [
  'payload_id',
  'payload_segment_id',
  'payload_offset',
  'payload_length',
  'payload_crc',
  'replay_length',
];

/**
 * Repair in the index: damaged artifacts point at the new records of their content, and so do the revisits that share
 * their payloads; the old records are dead. `rows`: those that replace.
 */
async function replaceRows(
  tx: Transaction<IndexSchema>,
  place: RowPlace,
  rows: readonly ArtifactRow[],
): Promise<void> {
  const own = rows.map(asArtifact);
  const ids = sql`${plainArray(own.map(({ entry }) => entry.id))}::uuid[]`;
  await leaveOldRecords(tx, ids);
  const columns = columnsOf(place, own);
  const given = Object.keys(columns).filter((name) => name === 'id' || isReplaced(name));
  const names = sql.raw(given.join(', '));
  const replaced = [...RECORD_COLUMNS, ...PAYLOAD_COLUMNS].map((name) =>
    sql.raw(name in columns ? `${name} = new.${name}` : `${name} = null`),
  );
  await sql`
    update artifact
    set segment_id = ${place.segmentId}, ${sql.join(replaced)},
      sha1 = substring(${digests(own, 'storedSha1')}::bytea from (new.position::integer - 1) * 20 + 1 for 20)
    from unnest(${sql.join(given.map((name) => columns[name]!))}) with ordinality new(${names}, position)
    where artifact.id = new.id`.execute(tx);
  await moveSharers(tx, ids);
  await sql`
    delete from damage where artifact_id = any(${ids})
      or in_payload and artifact_id in (select id from artifact where payload_id = any(${ids}))`.execute(tx);
}

/** Makes the row that of the artifact whose place it takes. */
function asArtifact(row: ArtifactRow): ArtifactRow {
  const { id, collectionMs, committed } = row.replaces!;
  const record = { ...row.entry.record, collectionMs };
  return { ...row, entry: { ...row.entry, id, committed, record } };
}

function isReplaced(name: string): boolean {
  return RECORD_COLUMNS.includes(name) || PAYLOAD_COLUMNS.includes(name);
}

/**
 * Their segments are locked, as whoever moves records does, so that no revisit is given a payload there at this moment
 * (known.db.ts).
 */
async function leaveOldRecords(tx: Transaction<IndexSchema>, ids: RawBuilder<unknown>): Promise<void> {
  await sql`
    select from segment where id in (select segment_id from artifact where id = any(${ids}))
    order by id for update`.execute(tx);
  await sql`
    update segment set dead_bytes = dead_bytes + old.bytes
    from (
      select segment_id, sum(record_length)::bigint as bytes from artifact where id = any(${ids}) group by segment_id
    ) old
    where segment.id = old.segment_id`.execute(tx);
}

async function moveSharers(tx: Transaction<IndexSchema>, ids: RawBuilder<unknown>): Promise<void> {
  await sql`
    update artifact revisit
    set payload_segment_id = holder.segment_id, payload_offset = holder.record_offset,
      payload_length = holder.record_length, payload_crc = holder.record_crc, sha1 = holder.sha1,
      dechunked = holder.dechunked
    from artifact holder
    where holder.id = any(${ids}) and holder.kind <> ${artifactKinds.revisit}
      and revisit.payload_id = holder.id`.execute(tx);
}
