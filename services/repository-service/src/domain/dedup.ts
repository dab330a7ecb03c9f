// What is stored of what comes, and what is dropped. A record is a duplicate when it has the same payload as the latest
// committed version of its URL in its AU, and was captured with the same request; the payload of a revisit is its
// original's. The question is asked twice. Beforehand, so that bytes which would only be dropped are never stored; what is
// found then is certain, but what is not found may still come. And for good, for a whole batch under the AU's lock, where
// nobody else stores: what is no duplicate then takes the place of a damaged copy, or becomes the next version. The index
// only looks up what is asked for here, and makes the rows that are answered.

import { copyToRepair, wouldRepair } from './damaged-copy.ts';
import type { Disposition } from './disposition.ts';
import { NO_ORIGINALS, type OriginalFinder, originalFinder } from './original-finder.ts';
import {
  type ArtifactName,
  type ArtifactRow,
  type DamagedCopy,
  type Entry,
  isSameRequest,
  type KnownOriginal,
  type NamedOriginal,
  type Original,
  type Outcome,
  type StoredCapture,
  type StoredCompanion,
} from './record/entry.ts';
import { type CapturedRecord, fieldsOf } from './record/read-record.ts';
import { damagedOriginalWords, unresolvedWords } from './record/revisit.ts';
import {
  type Counters,
  countLatest,
  type LatestVersion,
  latestOf,
  noCounters,
  type UrlState,
  UrlStates,
} from './url-state.ts';

/** What the AU is known to hold, and what is on its way into it. */
export interface DedupContext {
  /** The AU held no artifact when it was first asked: nothing in the index can be the same. */
  readonly wasEmpty: boolean;
  /** Something of the AU was known to be damaged: what comes may be its repair. */
  readonly wasDamaged: boolean;
  /** The last entry of this URL that is not yet in the index. */
  pending(url: string): Entry | undefined;
  /** What revisits refer to, as far as it is known. */
  readonly originals?: ReadonlyMap<CapturedRecord, NamedOriginal> | undefined;
}

const SAME_PAYLOAD = 'the same payload as the latest committed version of this URL';

/** Answers beforehand the URLs whose states `duplicatesBeforehand` needs. Those with a pending entry are compared with that. */
export function urlsToLookUp(
  records: readonly CapturedRecord[],
  { wasEmpty, wasDamaged, pending, originals }: DedupContext,
): string[] {
  if (wasEmpty) return [];
  const comparable = records.filter((record) => payloadOf(record, originals) !== undefined);
  const urls = new Set(comparable.map(({ url }) => url));
  return [...urls].filter((url) => wasDamaged || !pending(url));
}

/** Answers beforehand the records that are certain to be duplicates, by what the index holds and what is on its way there. */
export function duplicatesBeforehand<Candidate extends CapturedRecord>(
  records: readonly Candidate[],
  states: ReadonlyMap<string, UrlState>,
  context: Pick<DedupContext, 'pending' | 'originals'>,
): Map<Candidate, DuplicateDisposition> {
  const duplicates = new Map<Candidate, DuplicateDisposition>();
  const earlier = new Set<string>();
  for (const record of records) {
    const sha256 = payloadOf(record, context.originals);
    const { url } = record;
    // An earlier record of the same URL has no entry yet: what becomes of this one is left to the index.
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

/** Says for good, under the AU's lock, what an entry with this payload that is not to be stored again is a duplicate of. */
function finalDuplicate(
  entry: Entry,
  sha256: string,
  state: UrlState | undefined,
): Extract<Outcome, { outcome: 'duplicate' }> | undefined {
  if (entry.storeDuplicate) return undefined;
  const same = latestIfSame(entry.record, sha256, state);
  if (!same) return undefined;
  const lacking = lackingOf(entry, same);
  return { outcome: 'duplicate', artifact: nameOf(same), message: SAME_PAYLOAD, lacking };
}

/**
 * When the same capture was stored just now by an import that was cut, and this is its repetition. What else than the
 * companions in front of it was stored cannot be told here: those are kept twice then, rather than not at all.
 */
function lackingOf({ record, stored }: Entry, same: LatestVersion): readonly StoredCompanion[] | undefined {
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

/** The verdict on a duplicate of an artifact with the same payload. */
export function samePayload(artifact: ArtifactName): DuplicateVerdict {
  return { status: 'DUPLICATE', artifact: nameOf(artifact), message: SAME_PAYLOAD };
}

/** Its digest; undefined for a revisit of which it is not known what it refers to. */
function payloadOf(record: CapturedRecord, originals: DedupContext['originals']): string | undefined {
  return record.kind === 'revisit' ? originals?.get(record)?.sha256 : record.sha256;
}

function payloadOfEntry({ record, original }: Entry): string | undefined {
  return record.kind === 'revisit' ? original?.sha256 : record.sha256;
}

function beforehand(
  record: CapturedRecord,
  sha256: string,
  state: UrlState | undefined,
  pending: Entry | undefined,
): DuplicateDisposition | undefined {
  if (wouldRepair(state?.damaged, sha256)) return undefined;
  if (pending) {
    const isSame = payloadOfEntry(pending) === sha256 && isSameRequest(pending.record, record);
    return isSame ? { disposition: 'duplicateOf', entry: pending } : undefined;
  }
  const same = latestIfSame(record, sha256, state);
  if (!same) return undefined;
  const { id, beside } = same;
  const sameCapture = beside && same.collectionMs === record.collectionMs ? { id, ...beside } : undefined;
  return { disposition: 'decided', verdict: samePayload(same), sameCapture };
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
  readonly outcomes: Outcome[];
  readonly rows: ArtifactRow[];
  readonly counters: Counters;
  /** Bytes in the segment that no row points at. */
  deadBytes: number;
}

/**
 * Resolves a batch under its AU's lock: which entries are stored, as which versions, and which are duplicates. What the
 * index knew before comes in, rows and changes of counters go out. `known`: by URL. `knownOriginals`: what the index holds for the revisits of the batch, by entry id; undefined for a
 * batch without revisits.
 */
export function resolveBatch(
  entries: readonly Entry[],
  known: ReadonlyMap<string, UrlState>,
  knownOriginals?: ReadonlyMap<string, KnownOriginal>,
): ResolvedBatch {
  const states = new UrlStates(known, entries);
  const originals = knownOriginals ? originalFinder(knownOriginals) : NO_ORIGINALS;
  const batch: ResolvedBatch = { outcomes: [], rows: [], counters: noCounters(), deadBytes: 0 };
  for (const entry of entries) batch.outcomes.push(resolveEntry(entry, states, batch, originals));
  return batch;
}

function resolveEntry(
  entry: Entry,
  states: UrlStates,
  batch: ResolvedBatch,
  originals: OriginalFinder,
): Outcome {
  const { record } = entry;
  const original = record.kind === 'revisit' ? originals.find(entry) : undefined;
  if (record.kind === 'revisit' && !original) {
    return drop(entry, batch, { outcome: 'unresolved', message: unresolvedWords(record) });
  }
  if (original?.damaged) {
    return drop(entry, batch, { outcome: 'unresolved', message: damagedOriginalWords(original) });
  }
  const state = states.get(record.url);
  const sha256 = original?.sha256 ?? record.sha256;
  const copy = copyToRepair(state?.damaged, entry, sha256);
  if (copy) return repair({ entry, original, copy }, states, batch, originals);
  const duplicate = finalDuplicate(entry, sha256, state);
  if (duplicate) return drop(entry, batch, duplicate);
  return store({ entry, original }, states, batch, originals);
}

function store(
  { entry, original }: { entry: Entry; original: Original | undefined },
  states: UrlStates,
  { rows, counters }: ResolvedBatch,
  originals: OriginalFinder,
): Outcome {
  const { url } = entry.record;
  const state = states.get(url);
  const version = (state?.highestVersion ?? 0) + 1;
  const contentLength = original?.contentLength ?? entry.record.contentLength;
  const row = new StoredRow(entry, version, original);
  rows.push(row);
  originals.add(row);
  counters.artifacts += 1;
  if (entry.committed) countLatest(counters, state?.latest, contentLength);
  states.set(url, () => ({
    highestVersion: version,
    latest: entry.committed ? latestOf(row.artifact, entry.record, contentLength) : state?.latest,
    damaged: state?.damaged,
  }));
  return row;
}

/** The row, and what is said of it: one object, as thousands of them wait until their segment is committed. */
class StoredRow implements ArtifactRow {
  readonly entry: Entry;
  readonly version: number;
  readonly original: Original | undefined;

  constructor(entry: Entry, version: number, original: Original | undefined) {
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

/** What is imported is committed; a copy that was not is so from then on. */
function repair(
  { entry, original, copy }: { entry: Entry; original: Original | undefined; copy: DamagedCopy },
  states: UrlStates,
  { rows, counters }: ResolvedBatch,
  originals: OriginalFinder,
): Outcome {
  const { id, version, sha256 } = copy;
  const state = states.get(entry.record.url)!;
  const committed = copy.committed || entry.committed;
  const row = { entry, version, original, replaces: { ...copy, committed } };
  rows.push(row);
  originals.add(row);
  const contentLength = original?.contentLength ?? entry.record.contentLength;
  const becomesLatest = committed && !copy.committed && version > (state.latest?.version ?? 0);
  if (becomesLatest) countLatest(counters, state?.latest, contentLength);
  else if (committed && !copy.committed) {
    counters.committed += 1;
    counters.allVersionsBytes += contentLength;
  }
  states.set(entry.record.url, () => ({
    highestVersion: state.highestVersion,
    latest: becomesLatest
      ? latestOf(
          { id, version, sha256 },
          { ...fieldsOf(entry.record), collectionMs: copy.collectionMs },
          contentLength,
        )
      : state.latest,
    damaged: state.damaged?.filter((one) => one !== copy),
  }));
  return { outcome: 'repaired', artifact: { id, version, sha256 }, copy, committed };
}

function drop(entry: Entry, batch: ResolvedBatch, outcome: Outcome): Outcome {
  const { length = 0, before = 0, after = 0 } = entry.stored ?? {};
  batch.deadBytes += before + length + after;
  return outcome;
}
