// The index transaction: locks the AU, resolves a batch against what the index holds, and makes its rows and
// counters durable together. When it has returned, every outcome in it may be acknowledged.
import { inTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type ResolvedBatch, resolveBatch } from '../../domain/dedup.ts';
import { resolveGivenBatch } from '../../domain/given-batch.ts';
import { segmentRecorded } from '../../domain/journal-entry.ts';
import type { ArtifactRow, Entry, Outcome } from '../../domain/record/entry.ts';
import type { ClosedSegment, KeptRecord } from '../../domain/record/manifest.ts';
import { withRequest } from '../../domain/record/read-record.ts';
import { lockAu, updateAu } from '../aus/au.db.ts';
import { insertKeptRecords, withOwner } from '../kept-record.db.ts';
import { knownIdentities } from '../known/given-identities.db.ts';
import { urlStates } from '../known/known.db.ts';
import { heldOriginals } from '../known/known-originals.db.ts';
import type { IndexSchema } from '../schema.ts';
import { insertRows } from './artifact-rows.db.ts';
import { replaceRows } from './replace-rows.db.ts';
import { type RequestedArtifact, setRequests } from './requests.db.ts';

interface Batch {
  readonly auId: number;
  readonly namespaceId: number;
  readonly storeMs: number;
  readonly segment: ClosedSegment | undefined;
  readonly entries: readonly Entry[];
  /** Records of the segment that are kept by themselves. */
  readonly kept?: readonly KeptRecord[] | undefined;
  /** What the caller has stored in this AU since it found it empty, if that is so. */
  readonly own?: OwnWrites | undefined;
}

/** While nobody else stores in an AU, what its writer never stored is not there and need not be looked for. */
export interface OwnWrites {
  /** The last segment the writer recorded. */
  readonly segmentId: number;
  /** Answers false of a URL of which it stored nothing. */
  readonly urls: { mayHold(url: string): boolean };
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
    const loosened = loosenedBy(batch.entries, outcomes);
    const kept = [...(await keptRecords(tx, batch, outcomes)), ...loosened];
    const isEmpty =
      resolved.rows.length === 0 && kept.every(({ type, alone }) => type === 'warcinfo' && !alone);
    if (isEmpty) return { outcomes, segmentId: undefined, ownAlone };
    const deadBytes = resolved.deadBytes + bytesOf(batch.kept) - bytesOf(kept);
    const segmentId = await insertSegment(tx, batch, deadBytes);
    const repairs = resolved.rows.filter(isRepair);
    const added = repairs.length === 0 ? resolved.rows : resolved.rows.filter((row) => !isRepair(row));
    // Repairs come first: revisits that are added may share a payload that is repaired, and must not be taken for those before.
    if (repairs.length > 0) await replaceRows(tx, { ...batch, segmentId }, repairs);
    if (added.length > 0) await insertRows(tx, { ...batch, segmentId }, added);
    await insertKeptRecords(tx, segmentId, kept);
    await setRequests(tx, lateRequests(kept));
    const { auId, segment, entries } = batch;
    const entry = segmentRecorded(segment!, entries, resolved.rows, loosened);
    const warcBytes = segment!.sizeBytes;
    const { counters } = resolved;
    const toTell = au.is_told_of && (counters.committed > 0 || repairs.length > 0);
    await updateAu(tx, { auId, segmentId, warcBytes, counters, entry, toTell });
    return { outcomes, segmentId, ownAlone };
  });
}

/** Answers the URLs of the batch that the AU may hold already. */
function urlsToLookUp({ entries }: Batch, ownAlone: boolean, own: OwnWrites | undefined): string[] {
  if (!ownAlone) return distinctUrls(entries);
  const urls: string[] = [];
  if (own) for (const url of distinctUrls(entries)) if (own.urls.mayHold(url)) urls.push(url);
  return urls;
}

async function resolveAgainstIndex(
  tx: Transaction<IndexSchema>,
  { auId, namespaceId, entries }: Batch,
  urls: readonly string[],
): Promise<ResolvedBatch> {
  const revisits = entries.filter(isRevisit);
  const known = await urlStates(tx, auId, urls);
  if (entries.some(isGiven)) {
    const records = entries.map(({ record }) => record);
    return resolveGivenBatch(entries, known, await knownIdentities(tx, auId, records, new Set(urls)));
  }
  if (revisits.length === 0) return resolveBatch(entries, known);
  const originals = await heldOriginals(tx, { auId, namespaceId }, revisits);
  return resolveBatch(entries, known, originals);
}

/** Companions of entries without a row that are kept: of errors, as belonging to nothing; of a capture that lacks them. */
function loosenedBy(entries: readonly Entry[], outcomes: readonly Outcome[]): KeptRecord[] {
  const loosened: KeptRecord[] = [];
  for (const [i, outcome] of outcomes.entries()) {
    const isDuplicate = outcome.outcome === 'duplicate';
    if (!isDuplicate && outcome.outcome !== 'unresolved') continue;
    const artifactId = isDuplicate ? outcome.artifact.id : undefined;
    const members = isDuplicate ? outcome.lacking : entries[i]!.stored?.members;
    for (const member of members ?? []) loosened.push({ ...member, artifactId });
  }
  return loosened;
}

/** Artifacts whose request has come only now, as they are from now on. */
function lateRequests(kept: readonly KeptRecord[]): RequestedArtifact[] {
  return kept.flatMap(({ owner, request, artifactId }) => {
    const record = owner && request && withRequest(owner.record, request);
    return record && artifactId && record !== owner.record ? [{ artifactId, record }] : [];
  });
}

/**
 * Those that stay: what belongs to an entry that is a duplicate, or to an artifact that was deleted meanwhile, goes with
 * it; what belongs to one that is an error belongs to nothing.
 */
async function keptRecords(
  tx: Transaction<IndexSchema>,
  { entries, kept = [] }: Batch,
  outcomes: readonly Outcome[],
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
  return [...ofBatch, ...(await withOwner(tx, others))];
}

function bytesOf(kept: readonly KeptRecord[] = []): number {
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

/** It took so long to get here that its object was taken for left behind, and removed. Nothing was recorded. */
export class SegmentSweptError extends Error {
  override name = 'SegmentSweptError';

  constructor(key: string) {
    super(`the object ${key} was removed before it was recorded`);
  }
}

function distinctUrls(entries: readonly Entry[]): string[] {
  const urls = new Set<string>();
  for (const { record } of entries) urls.add(record.url);
  return [...urls];
}

const isRevisit = ({ record }: Entry) => record.kind === 'revisit';
const isGiven = ({ record }: Entry) => record.given !== undefined;
const isRepair = ({ replaces }: ArtifactRow) => replaces !== undefined;
