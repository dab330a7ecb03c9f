// Decides which incoming records are duplicates. A duplicate has the same payload and request as the latest committed
// version of its URL in its AU. A revisit is compared by the payload of its original. A check before storing finds most
// duplicates; the final check runs under the AU's lock. Repairing a damaged artifact takes precedence.

import type { Disposition } from './disposition.ts';
import { createOriginalFinder, NO_ORIGINALS, type OriginalFinder } from './original-finder.ts';
import {
  type ArtifactName,
  type ArtifactRow,
  type DamagedCopy,
  type EntryOutcome,
  type ImportEntry,
  type IndexedOriginal,
  isSameRequest,
  type NamedOriginal,
  type Original,
  type StoredCapture,
  type StoredCompanion,
} from './record/entry.ts';
import { type CapturedRecord, copyFields } from './record/read-record.ts';
import { describeDamagedOriginal, describeUnresolvedRevisit } from './record/revisit.ts';
import {
  type AuCounters,
  canRepairAny,
  chooseCopyToRepair,
  countLatestVersion,
  createAuCounters,
  type LatestVersion,
  toLatestVersion,
  type UrlState,
  UrlStates,
} from './url-state.ts';

/** State of the AU with which incoming records are compared, including entries that are not in the index yet. */
export interface DedupContext {
  /**
   * True if the AU had no artifacts when it was first looked up. The check before storing then skips the index query.
   */
  readonly wasEmpty: boolean;
  /** True if the AU had damaged artifacts when it was first looked up. Incoming records may then repair them. */
  readonly wasDamaged: boolean;
  /** Returns the latest entry of this URL that is not yet in the index. */
  pending(url: string): ImportEntry | undefined;
  /** Originals found so far, keyed by revisit. */
  readonly originals?: ReadonlyMap<CapturedRecord, NamedOriginal> | undefined;
}

const NOTHING_TO_REPAIR = 'no damaged artifact needs this record';
const SAME_PAYLOAD = 'the same payload as the latest committed version of this URL';

/**
 * Returns the URLs whose states `findCertainDuplicates` needs. Omits URLs with a pending entry, because their records
 * are compared with that entry. If the AU has damaged artifacts, returns all URLs.
 */
export function listUrlsToLookUp(
  records: readonly CapturedRecord[],
  { wasEmpty, wasDamaged, pending, originals }: DedupContext,
): string[] {
  if (wasEmpty) return [];
  const comparable = records.filter((record) => findPayloadDigest(record, originals) !== undefined);
  const urls = new Set(comparable.map(({ url }) => url));
  return [...urls].filter((url) => wasDamaged || !pending(url));
}

/** Finds the records that certainly duplicate an artifact in the index or a pending entry. */
export function findCertainDuplicates<Candidate extends CapturedRecord>(
  records: readonly Candidate[],
  states: ReadonlyMap<string, UrlState>,
  context: Pick<DedupContext, 'pending' | 'originals'>,
): Map<Candidate, DuplicateDisposition> {
  const duplicates = new Map<Candidate, DuplicateDisposition>();
  const earlier = new Set<string>();
  for (const record of records) {
    const sha256 = findPayloadDigest(record, context.originals);
    const { url } = record;
    // An earlier record of this URL has no entry yet, so only the index transaction can decide whether this record is a
    // duplicate.
    if (sha256 === undefined || earlier.has(url)) continue;
    const duplicate = findCertainDuplicate(record, sha256, states.get(url), context.pending(url));
    if (duplicate) duplicates.set(record, duplicate);
    else earlier.add(url);
  }
  return duplicates;
}

type DuplicateDisposition =
  | {
      readonly disposition: 'decided';
      readonly verdict: DuplicateVerdict;
      readonly sameCapture: StoredCapture | undefined;
    }
  | Extract<Disposition, { disposition: 'duplicateOf' }>;

interface DuplicateVerdict {
  readonly status: 'DUPLICATE';
  readonly artifact: ArtifactName;
  readonly message: string;
}

/** Returns the artifact that the entry duplicates. The result is final, because the caller holds the AU's lock. */
function findFinalDuplicate(
  entry: ImportEntry,
  sha256: string,
  state: UrlState | undefined,
): Extract<EntryOutcome, { outcome: 'duplicate' }> | undefined {
  if (entry.storeDuplicate) return undefined;
  const same = matchLatestVersion(entry.record, sha256, state);
  if (!same) return undefined;
  const lacking = findLackingCompanions(entry, same);
  return { outcome: 'duplicate', artifact: toArtifactName(same), message: SAME_PAYLOAD, lacking };
}

/**
 * Returns the companion records (request, metadata) that the stored artifact lacks because its import was interrupted.
 * Only records before the artifact can be compared. The rest are returned without a comparison: storing a record twice
 * is better than losing it.
 */
function findLackingCompanions(
  { record, stored }: ImportEntry,
  same: LatestVersion,
): readonly StoredCompanion[] | undefined {
  const { before = 0, after = 0, companionsCrc } = stored ?? {};
  const { adjacent, collectionMs } = same;
  if (!adjacent || collectionMs !== record.collectionMs) return undefined;
  const isBefore = adjacent.before === before;
  if (isBefore && adjacent.after === after && adjacent.companionsCrc === companionsCrc) return undefined;
  const members = stored?.members;
  if (!members) return undefined;
  const [first] = members;
  const isFirstThere = isBefore && adjacent.after === 0 && first?.length === before;
  return isFirstThere && first?.crc32 === adjacent.companionsCrc ? members.slice(1) : members;
}

/** Returns the result for a record that duplicates this artifact. */
export function toDuplicateVerdict(artifact: ArtifactName): DuplicateVerdict {
  return { status: 'DUPLICATE', artifact: toArtifactName(artifact), message: SAME_PAYLOAD };
}

/** Returns the payload digest. Returns undefined for a revisit whose original has not been found. */
function findPayloadDigest(record: CapturedRecord, originals: DedupContext['originals']): string | undefined {
  return record.kind === 'revisit' ? originals?.get(record)?.sha256 : record.sha256;
}

function getPayloadDigest({ record, original }: ImportEntry): string | undefined {
  return record.kind === 'revisit' ? original?.sha256 : record.sha256;
}

function findCertainDuplicate(
  record: CapturedRecord,
  sha256: string,
  state: UrlState | undefined,
  pending: ImportEntry | undefined,
): DuplicateDisposition | undefined {
  if (canRepairAny(state?.damaged, sha256)) return undefined;
  if (pending) {
    const isSame = getPayloadDigest(pending) === sha256 && isSameRequest(pending.record, record);
    return isSame ? { disposition: 'duplicateOf', entry: pending } : undefined;
  }
  const same = matchLatestVersion(record, sha256, state);
  if (!same) return undefined;
  const { id, adjacent } = same;
  const sameCapture = adjacent && same.collectionMs === record.collectionMs ? { id, ...adjacent } : undefined;
  return { disposition: 'decided', verdict: toDuplicateVerdict(same), sameCapture };
}

function matchLatestVersion(
  record: CapturedRecord,
  sha256: string,
  state: UrlState | undefined,
): UrlState['latest'] {
  const latest = state?.latest;
  return latest && latest.sha256 === sha256 && isSameRequest(latest, record) ? latest : undefined;
}

function toArtifactName({ id, version, sha256 }: ArtifactName): ArtifactName {
  return { id, version, sha256 };
}

export interface ResolvedBatch {
  readonly outcomes: EntryOutcome[];
  readonly rows: ArtifactRow[];
  readonly counters: AuCounters;
  /** Number of dead bytes in the segment: bytes that no row refers to. */
  deadBytes: number;
}

/**
 * Decides which entries of a batch are stored, as which versions, and which are duplicates. Call under the AU's lock.
 * `known`: states of the URLs. `knownOriginals`: originals of the revisits by entry ID; undefined for a batch without
 * revisits.
 */
export function resolveBatch(
  entries: readonly ImportEntry[],
  known: ReadonlyMap<string, UrlState>,
  knownOriginals?: ReadonlyMap<string, IndexedOriginal>,
): ResolvedBatch {
  const states = new UrlStates(known, entries);
  const originals = knownOriginals ? createOriginalFinder(knownOriginals) : NO_ORIGINALS;
  const batch: ResolvedBatch = { outcomes: [], rows: [], counters: createAuCounters(), deadBytes: 0 };
  for (const entry of entries) batch.outcomes.push(resolveEntry(entry, states, batch, originals));
  return batch;
}

function resolveEntry(
  entry: ImportEntry,
  states: UrlStates,
  batch: ResolvedBatch,
  originals: OriginalFinder,
): EntryOutcome {
  const { record } = entry;
  const original = record.kind === 'revisit' ? originals.find(entry) : undefined;
  if (record.kind === 'revisit' && !original) {
    return drop(entry, batch, { outcome: 'unresolved', message: describeUnresolvedRevisit(record) });
  }
  if (original?.damaged) {
    return drop(entry, batch, { outcome: 'unresolved', message: describeDamagedOriginal(original) });
  }
  const state = states.get(record.url);
  const sha256 = original?.sha256 ?? record.sha256;
  const { repairs } = entry;
  const damaged = repairs ? state?.damaged?.filter(({ id }) => repairs.has(id)) : state?.damaged;
  const copy = chooseCopyToRepair(damaged, entry, sha256);
  if (copy) return addReplacementRow({ entry, original, copy }, states, batch, originals);
  if (repairs) return drop(entry, batch, { outcome: 'conflict', message: NOTHING_TO_REPAIR });
  const duplicate = findFinalDuplicate(entry, sha256, state);
  if (duplicate) return drop(entry, batch, duplicate);
  return addNewRow({ entry, original }, states, batch, originals);
}

function addNewRow(
  { entry, original }: { entry: ImportEntry; original: Original | undefined },
  states: UrlStates,
  { rows, counters }: ResolvedBatch,
  originals: OriginalFinder,
): EntryOutcome {
  const { url } = entry.record;
  const state = states.get(url);
  const version = (state?.highestVersion ?? 0) + 1;
  const contentLength = original?.contentLength ?? entry.record.contentLength;
  const row = new StoredRow(entry, version, original);
  rows.push(row);
  originals.add(row);
  counters.artifacts += 1;
  if (entry.committed) countLatestVersion(counters, state?.latest, contentLength);
  states.set(url, () => ({
    highestVersion: version,
    latest: entry.committed ? toLatestVersion(row.artifact, entry.record, contentLength) : state?.latest,
    damaged: state?.damaged,
  }));
  return row;
}

/**
 * Row that also serves as the acknowledgement. One object instead of two saves memory while thousands of rows wait for
 * the commit of their segment.
 */
class StoredRow implements ArtifactRow {
  readonly entry: ImportEntry;
  readonly version: number;
  readonly original: Original | undefined;

  constructor(entry: ImportEntry, version: number, original: Original | undefined) {
    this.entry = entry;
    this.version = version;
    this.original = original;
  }

  get outcome() {
    return 'stored' as const;
  }
  get artifact(): ArtifactName {
    const { entry, version, original } = this;
    return { id: entry.id, version, sha256: (original ?? entry.record).sha256 };
  }
}

/** Replaces a damaged artifact. The artifact becomes committed if the entry is committed. */
function addReplacementRow(
  { entry, original, copy }: { entry: ImportEntry; original: Original | undefined; copy: DamagedCopy },
  states: UrlStates,
  { rows, counters }: ResolvedBatch,
  originals: OriginalFinder,
): EntryOutcome {
  const { id, version, sha256 } = copy;
  const state = states.get(entry.record.url)!;
  const committed = copy.committed || entry.committed;
  const row = { entry, version, original, replaces: { ...copy, committed } };
  rows.push(row);
  originals.add(row);
  const contentLength = original?.contentLength ?? entry.record.contentLength;
  const becomesLatest = committed && !copy.committed && version > (state.latest?.version ?? 0);
  if (becomesLatest) countLatestVersion(counters, state?.latest, contentLength);
  else if (committed && !copy.committed) {
    counters.committed += 1;
    counters.allVersionsBytes += contentLength;
  }
  states.set(entry.record.url, () => ({
    highestVersion: state.highestVersion,
    latest: becomesLatest
      ? toLatestVersion(
          { id, version, sha256 },
          { ...copyFields(entry.record), collectionMs: copy.collectionMs },
          contentLength,
        )
      : state.latest,
    damaged: state.damaged?.filter((one) => one !== copy),
  }));
  return { outcome: 'repaired', artifact: { id, version, sha256 }, copy, committed };
}

function drop(entry: ImportEntry, batch: ResolvedBatch, outcome: EntryOutcome): EntryOutcome {
  const { length = 0, before = 0, after = 0 } = entry.stored ?? {};
  batch.deadBytes += before + length + after;
  return outcome;
}
