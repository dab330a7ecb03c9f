// Settles a batch under its AU's lock: which entries are stored, as which versions, and which are duplicates.
// Pure: what the index knew before comes in, rows and counter changes go out.
import type { ArtifactRow, Original } from './artifact-row.ts';
import { copyToRepair, type DamagedCopy } from './damaged-copy.ts';
import type { ArtifactName, Entry } from './entry.ts';
import type { OriginalFinder } from './original.ts';

/** What the index holds of one URL of the AU. */
export interface UrlState {
  highestVersion: number;
  latest: (ArtifactName & { contentLength: number }) | undefined;
  /** Artifacts of it that are damaged, in the order of their versions. */
  damaged?: readonly DamagedCopy[] | undefined;
}

export type Outcome =
  | { outcome: 'stored'; artifact: ArtifactName }
  /** In the place of a damaged copy of the same content; `committed`: what it is by now. */
  | { outcome: 'repaired'; artifact: ArtifactName; copy: DamagedCopy; committed: boolean }
  | { outcome: 'duplicate'; artifact: ArtifactName; message: string }
  | { outcome: 'unresolved'; message: string };

export interface Settlement {
  outcomes: Outcome[];
  rows: ArtifactRow[];
  counters: Counters;
  /** Bytes in the segment that no row points at. */
  deadBytes: number;
}

export interface Counters {
  artifacts: number;
  committed: number;
  committedUrls: number;
  allVersionsBytes: number;
  latestVersionsBytes: number;
}

export function settle(
  entries: readonly Entry[],
  known: ReadonlyMap<string, UrlState>,
  originals: OriginalFinder,
): Settlement {
  const states = new Map(known);
  const settlement: Settlement = { outcomes: [], rows: [], counters: noCounters(), deadBytes: 0 };
  for (const entry of entries) settlement.outcomes.push(settleOne(entry, states, settlement, originals));
  return settlement;
}

function settleOne(
  entry: Entry,
  states: Map<string, UrlState>,
  settlement: Settlement,
  originals: OriginalFinder,
): Outcome {
  const { record } = entry;
  const original = record.kind === 'revisit' ? originals.find(entry) : undefined;
  if (record.kind === 'revisit' && !original) {
    return drop(entry, settlement, { outcome: 'unresolved', message: unresolved(entry) });
  }
  if (original?.damaged) {
    return drop(entry, settlement, { outcome: 'unresolved', message: damagedOriginal(original) });
  }
  const state = states.get(record.url);
  const sha256 = original?.sha256 ?? record.sha256;
  const copy = copyToRepair(state?.damaged, entry, sha256);
  if (copy) return repair({ entry, original, copy }, states, settlement, originals);
  if (record.kind === 'revisit' && !entry.storeDuplicate) {
    return drop(entry, settlement, {
      outcome: 'duplicate',
      artifact: name(original!),
      message: 'a revisit of the artifact named here',
    });
  }
  if (!entry.storeDuplicate && state?.latest?.sha256 === sha256) {
    return drop(entry, settlement, {
      outcome: 'duplicate',
      artifact: name(state.latest),
      message: duplicateMessage,
    });
  }
  return store({ entry, original, sha256 }, states, settlement, originals);
}

export const duplicateMessage = 'the same payload as the latest committed version of this URL';

function store(
  { entry, original, sha256 }: { entry: Entry; original: Original | undefined; sha256: string },
  states: Map<string, UrlState>,
  { rows, counters }: Settlement,
  originals: OriginalFinder,
): Outcome {
  const state = states.get(entry.record.url);
  const version = (state?.highestVersion ?? 0) + 1;
  const contentLength = original?.contentLength ?? entry.record.contentLength;
  const row = { entry, version, original };
  rows.push(row);
  originals.settled(row);
  counters.artifacts += 1;
  if (entry.committed) countCommitted(counters, state, contentLength);
  const artifact = { id: entry.id, version, sha256 };
  states.set(entry.record.url, {
    highestVersion: version,
    latest: entry.committed ? { ...artifact, contentLength } : state?.latest,
    damaged: state?.damaged,
  });
  return { outcome: 'stored', artifact };
}

/** Of a version that becomes the latest. */
function countCommitted(counters: Counters, state: UrlState | undefined, contentLength: number): void {
  counters.committed += 1;
  counters.committedUrls += state?.latest ? 0 : 1;
  counters.allVersionsBytes += contentLength;
  counters.latestVersionsBytes += contentLength - (state?.latest?.contentLength ?? 0);
}

/** What is imported is committed; a copy that was not is so from then on. */
function repair(
  { entry, original, copy }: { entry: Entry; original: Original | undefined; copy: DamagedCopy },
  states: Map<string, UrlState>,
  { rows, counters }: Settlement,
  originals: OriginalFinder,
): Outcome {
  const { id, version, sha256 } = copy;
  const state = states.get(entry.record.url)!;
  const committed = copy.committed || entry.committed;
  const row = { entry, version, original, replaces: { ...copy, committed } };
  rows.push(row);
  originals.settled(row);
  const contentLength = original?.contentLength ?? entry.record.contentLength;
  const becomesLatest = committed && !copy.committed && version > (state.latest?.version ?? 0);
  if (becomesLatest) countCommitted(counters, state, contentLength);
  else if (committed && !copy.committed) {
    counters.committed += 1;
    counters.allVersionsBytes += contentLength;
  }
  states.set(entry.record.url, {
    highestVersion: state.highestVersion,
    latest: becomesLatest ? { id, version, sha256, contentLength } : state.latest,
    damaged: state.damaged?.filter((one) => one !== copy),
  });
  return { outcome: 'repaired', artifact: { id, version, sha256 }, copy, committed };
}

function drop(entry: Entry, settlement: Settlement, outcome: Outcome): Outcome {
  settlement.deadBytes += entry.stored?.length ?? 0;
  return outcome;
}

function unresolved({ record: { refersTo } }: Entry): string {
  const parts = [
    refersTo?.url && `URL ${refersTo.url}`,
    refersTo?.dateMs !== undefined && `date ${new Date(refersTo.dateMs).toISOString()}`,
    refersTo?.digest && `payload ${refersTo.digest.algorithm}:${refersTo.digest.hex}`,
  ].filter(Boolean);
  return `the original of this revisit is not in the repository (${parts.join(', ') || 'it names none'})`;
}

function damagedOriginal({ id }: Original): string {
  return `the payload of this revisit is damaged in the repository (artifact ${id}); import its original again`;
}

function name({ id, version, sha256 }: ArtifactName): ArtifactName {
  return { id, version, sha256 };
}

function noCounters(): Counters {
  return { artifacts: 0, committed: 0, committedUrls: 0, allVersionsBytes: 0, latestVersionsBytes: 0 };
}
