// Resolves a batch under its AU's lock: which entries are stored, as which versions, and which are duplicates.
// Pure: what the index knew before comes in, rows and counter changes go out.
import type { ArtifactRow, Original } from './artifact-row.ts';
import { copyToRepair, type DamagedCopy } from './damaged-copy.ts';
import { finalDuplicate, type UrlState } from './dedup.ts';
import type { Outcome } from './disposition.ts';
import type { Entry } from './entry.ts';

export interface ResolvedBatch {
  readonly outcomes: Outcome[];
  readonly rows: ArtifactRow[];
  readonly counters: Counters;
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

/**
 * `known`: by URL. `knownOriginals`: what the index holds for the revisits of the batch, by entry id; undefined for a
 * batch without revisits.
 */
export function resolveBatch(
  entries: readonly Entry[],
  known: ReadonlyMap<string, UrlState>,
  knownOriginals?: ReadonlyMap<string, Original>,
): ResolvedBatch {
  const states = new Map(known);
  const originals = knownOriginals ? originalFinder(knownOriginals) : NO_ORIGINALS;
  const batch: ResolvedBatch = { outcomes: [], rows: [], counters: noCounters(), deadBytes: 0 };
  for (const entry of entries) batch.outcomes.push(resolveEntry(entry, states, batch, originals));
  return batch;
}

function resolveEntry(
  entry: Entry,
  states: Map<string, UrlState>,
  batch: ResolvedBatch,
  originals: OriginalFinder,
): Outcome {
  const { record } = entry;
  const original = record.kind === 'revisit' ? originals.find(entry) : undefined;
  if (record.kind === 'revisit' && !original) {
    return drop(entry, batch, { outcome: 'unresolved', message: unresolved(entry) });
  }
  if (original?.damaged) {
    return drop(entry, batch, { outcome: 'unresolved', message: damagedOriginal(original) });
  }
  const state = states.get(record.url);
  const sha256 = original?.sha256 ?? record.sha256;
  const copy = copyToRepair(state?.damaged, entry, sha256);
  if (copy) return repair({ entry, original, copy }, states, batch, originals);
  const duplicate = finalDuplicate(entry, original, state);
  if (duplicate) return drop(entry, batch, duplicate);
  return store({ entry, original, sha256 }, states, batch, originals);
}

function store(
  { entry, original, sha256 }: { entry: Entry; original: Original | undefined; sha256: string },
  states: Map<string, UrlState>,
  { rows, counters }: ResolvedBatch,
  originals: OriginalFinder,
): Outcome {
  const state = states.get(entry.record.url);
  const version = (state?.highestVersion ?? 0) + 1;
  const contentLength = original?.contentLength ?? entry.record.contentLength;
  const row = { entry, version, original };
  rows.push(row);
  originals.add(row);
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

function drop(entry: Entry, batch: ResolvedBatch, outcome: Outcome): Outcome {
  batch.deadBytes += entry.stored?.length ?? 0;
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

function noCounters(): Counters {
  return { artifacts: 0, committed: 0, committedUrls: 0, allVersionsBytes: 0, latestVersionsBytes: 0 };
}

interface OriginalFinder {
  find(revisit: Entry): Original | undefined;
  /** Makes a row of this batch known to the revisits that follow it. */
  add(row: ArtifactRow): void;
}

/** For a batch without revisits. */
const NO_ORIGINALS: OriginalFinder = { find: () => undefined, add: () => undefined };

/** Finds what a revisit refers to: among the rows made before it in its batch, then in what the index knew before. */
function originalFinder(known: ReadonlyMap<string, Original>): OriginalFinder {
  const byReference = new Map<string, ArtifactRow>();
  const byDigest = new Map<string, ArtifactRow>();
  return {
    find: (revisit) => {
      const row = byReference.get(referenceOf(revisit)) ?? byDigest.get(digestOf(revisit));
      return row ? asOriginal(row) : known.get(revisit.id);
    },
    add: (row) => {
      const { record } = row.entry;
      const { storedSha1, sha256 } = row.original ?? record;
      byReference.set(referenceKey(record.url, record.collectionMs), row);
      byDigest.set(digestKey({ algorithm: 'sha1', hex: storedSha1 }), row);
      byDigest.set(digestKey({ algorithm: 'sha256', hex: sha256 }), row);
    },
  };
}

function referenceOf({ record: { refersTo } }: Entry): string {
  if (refersTo?.url === undefined || refersTo.dateMs === undefined) return '';
  return referenceKey(refersTo.url, refersTo.dateMs);
}

/** WARC-Refers-To-Date may be cut to seconds where the capture's own date was not. */
function referenceKey(url: string, dateMs: number): string {
  return `${Math.floor(dateMs / 1000)} ${url}`;
}

function digestOf({ record: { refersTo } }: Entry): string {
  return refersTo?.digest ? digestKey(refersTo.digest) : '';
}

function digestKey({ algorithm, hex }: { algorithm: string; hex: string }): string {
  return `${algorithm}:${hex}`;
}

function asOriginal({ entry, version, original, replaces }: ArtifactRow): Original {
  const id = replaces?.id ?? entry.id;
  if (original) return { ...original, id, version };
  const { record } = entry;
  return {
    id,
    version,
    sha256: record.sha256,
    storedSha1: record.storedSha1,
    contentLength: record.contentLength,
    dechunked: record.dechunked,
    mime: record.mime,
    httpStatus: record.httpStatus,
    payload: { id, segmentId: undefined, ...entry.stored! },
  };
}
