// Index transaction of a batch: locks the AU, decides the outcome of each entry, and writes rows and counters.
// Acknowledge outcomes only after the transaction has committed.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type ResolvedBatch, resolveBatch } from '../../domain/dedup.ts';
import { resolveIdentifiedBatch } from '../../domain/identified-batch.ts';
import type { Provenance } from '../../domain/journal-entry.ts';
import type { ArtifactRow, EntryOutcome, ImportEntry } from '../../domain/record/entry.ts';
import type { ClosedSegment, KeptRecord } from '../../domain/record/manifest.ts';
import { addRequest } from '../../domain/record/read-record.ts';
import { toSegmentEntry } from '../../domain/segments.ts';
import { lockAu, updateAu } from '../aus/au.db.ts';
import { findExistingIdentities } from '../known/given-identities.db.ts';
import { readUrlStates } from '../known/known.db.ts';
import { lockOriginals } from '../known/known-originals.db.ts';
import type { IndexSchema } from '../schema.ts';
import {
  filterRecordsByOwner,
  insertArtifactRows,
  insertKeptRecords,
  type RequestedArtifact,
  setRequests,
} from './artifact-rows.db.ts';
import { replaceRows } from './replace-rows.db.ts';
import { claimOrFindSegment } from './segment-rows.db.ts';

interface Batch {
  readonly auId: number;
  readonly namespaceId: number;
  readonly storeMs: number;
  readonly segment: ClosedSegment | undefined;
  readonly entries: readonly ImportEntry[];
  /** Records to insert into the table `kept_record`. */
  readonly kept?: readonly KeptRecord[] | undefined;
  /** State of the AU if it was empty before this caller's writes. */
  readonly own?: WriteState | undefined;
  readonly provenance?: Provenance | undefined;
}

/** State of an AU to which only one writer has written. URLs that this writer has not stored need no lookup. */
export interface WriteState {
  /** ID of the last segment that the writer recorded. */
  readonly segmentId: number;
  /** Returns whether the writer may have stored this URL. */
  readonly urls: { mayHold(url: string): boolean };
}

export interface RecordedBatch {
  /** One outcome for each entry, in the same order. */
  readonly outcomes: EntryOutcome[];
  /** Undefined if no row refers to the segment, so that its object can be removed. */
  readonly segmentId: number | undefined;
  /** True if the AU contains only content that this writer has stored. */
  readonly ownAlone: boolean;
}

export async function recordSegment(db: Kysely<IndexSchema>, batch: Batch): Promise<RecordedBatch> {
  return runInTransaction(db, async (tx) => {
    const au = await lockAu(tx, batch.auId);
    const own = batch.own?.segmentId === au.last_segment_id ? batch.own : undefined;
    const ownAlone = own !== undefined || au.artifact_count === 0;
    const resolved = await resolveAgainstIndex(tx, batch, listPossiblyKnownUrls(batch, ownAlone, own));
    const { outcomes } = resolved;
    const detached = listDetached(batch.entries, outcomes);
    const kept = [...(await resolveKeptRecords(tx, batch, outcomes)), ...detached];
    const isEmpty =
      resolved.rows.length === 0 && kept.every(({ type, alone }) => type === 'warcinfo' && !alone);
    if (isEmpty) {
      const segmentId = batch.segment && (await claimOrFindSegment(tx, batch.segment.key));
      return { outcomes, segmentId, ownAlone };
    }
    const deadBytes = resolved.deadBytes + sumKeptBytes(batch.kept) - sumKeptBytes(kept);
    const segmentId = await insertSegment(tx, batch, deadBytes);
    const repairs = resolved.rows.filter(isRepair);
    const added = repairs.length === 0 ? resolved.rows : resolved.rows.filter((row) => !isRepair(row));
    // Repair before inserting rows. A new revisit may already refer to the new record, and `replaceRows` must not
    // update it like revisits of the old record.
    if (repairs.length > 0) {
      await replaceRows(tx, { ...batch, segmentId }, repairs, batch.provenance?.source);
    }
    if (added.length > 0) await insertArtifactRows(tx, { ...batch, segmentId }, added);
    await insertKeptRecords(tx, segmentId, kept);
    await setRequests(tx, listLateRequests(kept));
    const { auId, segment, entries } = batch;
    const entry = toSegmentEntry(segment!, entries, resolved.rows, detached, batch.provenance);
    const warcBytes = segment!.sizeBytes;
    const { counters } = resolved;
    const toTell = au.is_told_of && (counters.committed > 0 || repairs.length > 0);
    await updateAu(tx, { auId, segmentId, warcBytes, counters, entry, toTell });
    return { outcomes, segmentId, ownAlone };
  });
}

/** Returns the URLs of the batch that the AU may already contain. */
function listPossiblyKnownUrls({ entries }: Batch, ownAlone: boolean, own: WriteState | undefined): string[] {
  if (!ownAlone) return listDistinctUrls(entries);
  const urls: string[] = [];
  if (own) for (const url of listDistinctUrls(entries)) if (own.urls.mayHold(url)) urls.push(url);
  return urls;
}

async function resolveAgainstIndex(
  tx: Transaction<IndexSchema>,
  { auId, namespaceId, entries }: Batch,
  urls: readonly string[],
): Promise<ResolvedBatch> {
  const revisits = entries.filter(isRevisit);
  const known = await readUrlStates(tx, auId, urls);
  if (entries.some(hasGivenIdentity)) {
    const records = entries.map(({ record }) => record);
    return resolveIdentifiedBatch(
      entries,
      known,
      await findExistingIdentities(tx, auId, records, new Set(urls)),
    );
  }
  if (revisits.length === 0) return resolveBatch(entries, known);
  const originals = await lockOriginals(tx, { auId, namespaceId }, revisits);
  return resolveBatch(entries, known, originals);
}

/**
 * Returns companion records (request, metadata) to store although their entry gets no row. If the entry is an
 * unresolved revisit, they are stored without an artifact. If the entry is a duplicate, they are stored if the existing
 * artifact lacks them.
 */
function listDetached(entries: readonly ImportEntry[], outcomes: readonly EntryOutcome[]): KeptRecord[] {
  const detached: KeptRecord[] = [];
  for (const [i, outcome] of outcomes.entries()) {
    const isDuplicate = outcome.outcome === 'duplicate';
    if (!isDuplicate && outcome.outcome !== 'unresolved') continue;
    const artifactId = isDuplicate ? outcome.artifact.id : undefined;
    const members = isDuplicate ? outcome.lacking : entries[i]!.stored?.members;
    for (const member of members ?? []) detached.push({ ...member, artifactId });
  }
  return detached;
}

/** Returns the artifacts whose request record arrived later in this batch, with the request added. */
function listLateRequests(kept: readonly KeptRecord[]): RequestedArtifact[] {
  return kept.flatMap(({ owner, request, artifactId }) => {
    const record = owner && request && addRequest(owner.record, request);
    return record && artifactId && record !== owner.record ? [{ artifactId, record }] : [];
  });
}

/**
 * Returns the records to insert into `kept_record`. Drops companion records of duplicates and of deleted artifacts.
 * Stores companion records of an unresolved entry without an artifact.
 */
async function resolveKeptRecords(
  tx: Transaction<IndexSchema>,
  { entries, kept = [] }: Batch,
  outcomes: readonly EntryOutcome[],
): Promise<KeptRecord[]> {
  if (kept.every(({ artifactId }) => artifactId === undefined)) return [...kept];
  const outcomeOf = new Map(entries.map(({ id }, i) => [id, outcomes[i]!]));
  const ofBatch: KeptRecord[] = [];
  const others: KeptRecord[] = [];
  for (const record of kept) {
    const outcome = record.artifactId === undefined ? undefined : outcomeOf.get(record.artifactId);
    if (!outcome) others.push(record);
    else if (outcome.outcome === 'unresolved') ofBatch.push({ ...record, artifactId: undefined });
    else if (outcome.outcome === 'stored') ofBatch.push(record);
    else if (outcome.outcome === 'repaired') ofBatch.push({ ...record, artifactId: outcome.artifact.id });
  }
  return [...ofBatch, ...(await filterRecordsByOwner(tx, others))];
}

function sumKeptBytes(kept: readonly KeptRecord[] = []): number {
  return kept.reduce((bytes, { length }) => bytes + length, 0);
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

/** Thrown if the sweep job has already claimed the object as a leftover. Nothing was recorded. */
export class SegmentSweptError extends Error {
  override name = 'SegmentSweptError';

  constructor(key: string) {
    super(`the object ${key} was removed before it was recorded`);
  }
}

function listDistinctUrls(entries: readonly ImportEntry[]): string[] {
  const urls = new Set<string>();
  for (const { record } of entries) urls.add(record.url);
  return [...urls];
}

const isRevisit = ({ record }: ImportEntry) => record.kind === 'revisit';
const hasGivenIdentity = ({ record }: ImportEntry) => record.given !== undefined;
const isRepair = ({ replaces }: ArtifactRow) => replaces !== undefined;
