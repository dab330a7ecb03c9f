// Decides which incoming records are stored and which are duplicates. A record is a duplicate when it has the same
// payload as the latest committed version of its URL in its AU, and was captured with the same request. For a revisit,
// the payload of its original counts. The first check, before storing, may miss duplicates but never reports a false
// one. The final check runs under the AU's lock for a whole batch. A record that is not a duplicate either repairs a
// damaged copy or becomes the next version.

import { canRepairAny, chooseCopyToRepair } from './damaged-copy.ts';
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
  countLatestVersion,
  createAuCounters,
  type LatestVersion,
  toLatestVersion,
  type UrlState,
  UrlStates,
} from './url-state.ts';

/** Known contents of the AU, including entries that are not yet committed to the index. */
export interface DedupContext {
  /**
   * Whether the AU had no artifact when it was first looked up. If so, no artifact in the index can make a record a
   * duplicate.
   */
  readonly wasEmpty: boolean;
  /** Whether an artifact of the AU was known to be damaged. An incoming record may then repair it. */
  readonly wasDamaged: boolean;
  /** Returns the last entry of this URL that is not yet in the index. */
  pending(url: string): ImportEntry | undefined;
  /** Known originals of the revisits. */
  readonly originals?: ReadonlyMap<CapturedRecord, NamedOriginal> | undefined;
}

const NOTHING_TO_REPAIR = 'no damaged artifact needs this record';
const SAME_PAYLOAD = 'the same payload as the latest committed version of this URL';

/**
 * Returns the URLs whose states `findCertainDuplicates` needs. A URL with a pending entry is omitted, because its
 * records are compared with that entry. If an artifact of the AU was damaged, no URL is omitted.
 */
export function listUrlsToLookUp(
  records: readonly CapturedRecord[],
  { wasEmpty, wasDamaged, pending, originals }: DedupContext,
): string[] {
  if (wasEmpty) return [];
  const comparable = records.filter((record) => payloadOf(record, originals) !== undefined);
  const urls = new Set(comparable.map(({ url }) => url));
  return [...urls].filter((url) => wasDamaged || !pending(url));
}

/** Returns the records that are certain to be duplicates of artifacts in the index or of pending entries. */
export function findCertainDuplicates<Candidate extends CapturedRecord>(
  records: readonly Candidate[],
  states: ReadonlyMap<string, UrlState>,
  context: Pick<DedupContext, 'pending' | 'originals'>,
): Map<Candidate, DuplicateDisposition> {
  const duplicates = new Map<Candidate, DuplicateDisposition>();
  const earlier = new Set<string>();
  for (const record of records) {
    const sha256 = payloadOf(record, context.originals);
    const { url } = record;
    // If an earlier record of the same URL has no entry yet, the index transaction decides about this record.
    if (sha256 === undefined || earlier.has(url)) continue;
    const duplicate = beforehand(record, sha256, states.get(url), context.pending(url));
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

/** Returns the artifact that an entry with this payload duplicates. The result is final under the AU's lock. */
function finalDuplicate(
  entry: ImportEntry,
  sha256: string,
  state: UrlState | undefined,
): Extract<EntryOutcome, { outcome: 'duplicate' }> | undefined {
  if (entry.storeDuplicate) return undefined;
  const same = latestIfSame(entry.record, sha256, state);
  if (!same) return undefined;
  const lacking = lackingOf(entry, same);
  return { outcome: 'duplicate', artifact: nameOf(same), message: SAME_PAYLOAD, lacking };
}

/**
 * Returns the companions that the stored artifact lacks because its first import was interrupted. Only companions
 * before the artifact can be compared. The other companions are stored again rather than lost.
 */
function lackingOf(
  { record, stored }: ImportEntry,
  same: LatestVersion,
): readonly StoredCompanion[] | undefined {
  const { before = 0, after = 0, companionsCrc } = stored ?? {};
  const { beside, collectionMs } = same;
  if (!beside || collectionMs !== record.collectionMs) return undefined;
  const isBefore = beside.before === before;
  if (isBefore && beside.after === after && beside.companionsCrc === companionsCrc) return undefined;
  const members = stored?.members;
  if (!members) return undefined;
  const [first] = members;
  const isFirstThere = isBefore && beside.after === 0 && first?.length === before;
  return isFirstThere && first?.crc32 === beside.companionsCrc ? members.slice(1) : members;
}

/** Returns the outcome for a record that duplicates an artifact with the same payload. */
export function toDuplicateVerdict(artifact: ArtifactName): DuplicateVerdict {
  return { status: 'DUPLICATE', artifact: nameOf(artifact), message: SAME_PAYLOAD };
}

/** Returns the payload digest. Returns undefined for a revisit whose original is unknown. */
function payloadOf(record: CapturedRecord, originals: DedupContext['originals']): string | undefined {
  return record.kind === 'revisit' ? originals?.get(record)?.sha256 : record.sha256;
}

function payloadOfEntry({ record, original }: ImportEntry): string | undefined {
  return record.kind === 'revisit' ? original?.sha256 : record.sha256;
}

function beforehand(
  record: CapturedRecord,
  sha256: string,
  state: UrlState | undefined,
  pending: ImportEntry | undefined,
): DuplicateDisposition | undefined {
  if (canRepairAny(state?.damaged, sha256)) return undefined;
  if (pending) {
    const isSame = payloadOfEntry(pending) === sha256 && isSameRequest(pending.record, record);
    return isSame ? { disposition: 'duplicateOf', entry: pending } : undefined;
  }
  const same = latestIfSame(record, sha256, state);
  if (!same) return undefined;
  const { id, beside } = same;
  const sameCapture = beside && same.collectionMs === record.collectionMs ? { id, ...beside } : undefined;
  return { disposition: 'decided', verdict: toDuplicateVerdict(same), sameCapture };
}

function latestIfSame(
  record: CapturedRecord,
  sha256: string,
  state: UrlState | undefined,
): UrlState['latest'] {
  const latest = state?.latest;
  return latest && latest.sha256 === sha256 && isSameRequest(latest, record) ? latest : undefined;
}

function nameOf({ id, version, sha256 }: ArtifactName): ArtifactName {
  return { id, version, sha256 };
}

export interface ResolvedBatch {
  readonly outcomes: EntryOutcome[];
  readonly rows: ArtifactRow[];
  readonly counters: AuCounters;
  /** Number of bytes of the segment that no row refers to. */
  deadBytes: number;
}

/**
 * Decides which entries of a batch are stored and with which versions, and which entries are duplicates. Call under the
 * AU's lock. `known` contains the states of the URLs. `knownOriginals` contains the originals of revisits by entry id;
 * undefined if the batch has no revisits.
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
  if (copy) return repair({ entry, original, copy }, states, batch, originals);
  if (repairs) return drop(entry, batch, { outcome: 'conflict', message: NOTHING_TO_REPAIR });
  const duplicate = finalDuplicate(entry, sha256, state);
  if (duplicate) return drop(entry, batch, duplicate);
  return store({ entry, original }, states, batch, originals);
}

function store(
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
 * One object serves as both the row and its acknowledgement, because thousands of rows wait until their segment is
 * committed.
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

/** Replaces a damaged copy. An uncommitted copy becomes committed, because imported records are committed. */
function repair(
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
