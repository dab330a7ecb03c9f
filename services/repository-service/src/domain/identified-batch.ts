// Resolves a batch of artifacts that keep their UUID and version from another repository. Reports an artifact that this
// repository already has as a duplicate. Refuses a record if a different artifact of this repository has the UUID or
// version. Does not compare payloads between versions of a URL, because all versions are migrated.

import type { ResolvedBatch } from './dedup.ts';
import type { ArtifactRow, EntryOutcome, ImportEntry } from './record/entry.ts';
import type { CapturedRecord } from './record/read-record.ts';
import {
  countLatestVersion,
  createAuCounters,
  toLatestVersion,
  type UrlState,
  UrlStates,
} from './url-state.ts';

/** Identity of an artifact in this repository. */
export interface StoredIdentity {
  readonly id: string;
  readonly auId: number;
  readonly url: string;
  readonly version: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly committed: boolean;
}

export interface ExistingUuids {
  readonly byId: ReadonlyMap<string, StoredIdentity>;
  /** UUIDs of artifacts that were purged from this repository. */
  readonly purged: ReadonlySet<string>;
}

export interface ExistingIdentities extends ExistingUuids {
  readonly auId: number;
  /** UUIDs of artifacts in this repository, by URL and version (`toVersionKey`). */
  readonly byVersion: ReadonlyMap<string, string>;
}

export function toVersionKey(url: string, version: number): string {
  return `${version} ${url}`;
}

const SAME_ARTIFACT = 'this artifact already exists here';

/** Returns the result for a UUID that this repository uses or has purged. Returns undefined for any other UUID. */
export function findUuidVerdict(
  record: CapturedRecord,
  { auId, byId, purged }: Omit<ExistingIdentities, 'byVersion'>,
): EntryOutcome | undefined {
  const { uuid, version } = record.given!;
  if (purged.has(uuid)) return { outcome: 'conflict', message: 'this artifact was purged here' };
  const held = byId.get(uuid);
  if (!held) return undefined;
  const differs = findDifference(record, held, auId);
  if (differs !== undefined)
    return {
      outcome: 'conflict',
      message: `an artifact with the UUID ${uuid} and another ${differs} already exists here`,
    };
  const { sha256, committed } = held;
  return { outcome: 'duplicate', artifact: { id: uuid, version, sha256, committed }, message: SAME_ARTIFACT };
}

function findDifference(record: CapturedRecord, held: StoredIdentity, auId: number): string | undefined {
  if (held.auId !== auId) return 'AU';
  if (held.url !== record.url.toWellFormed()) return 'URL';
  if (held.version !== record.given!.version) return 'version';
  return held.sha256 === record.sha256 ? undefined : 'digest';
}

/**
 * Works like `resolveBatch` for a batch in which all records have an existing identity (`given`). `known`: states of
 * their URLs.
 */
export function resolveIdentifiedBatch(
  entries: readonly ImportEntry[],
  known: ReadonlyMap<string, UrlState>,
  identities: ExistingIdentities,
): ResolvedBatch {
  const batch: ResolvedBatch = { outcomes: [], rows: [], counters: createAuCounters(), deadBytes: 0 };
  const here = {
    auId: identities.auId,
    purged: identities.purged,
    byId: new Map(identities.byId),
    byVersion: new Map(identities.byVersion),
    states: new UrlStates(known, entries),
  };
  for (const entry of entries) {
    const refused = findUuidVerdict(entry.record, here) ?? findVersionConflict(entry.record, here);
    if (refused) batch.deadBytes += entry.stored?.length ?? 0;
    batch.outcomes.push(refused ?? addIdentifiedRow(entry, here, batch));
  }
  return batch;
}

interface IdentifiedBatchState {
  readonly auId: number;
  readonly purged: ReadonlySet<string>;
  readonly byId: Map<string, StoredIdentity>;
  readonly byVersion: Map<string, string>;
  readonly states: UrlStates;
}

function findVersionConflict(
  { url, given }: CapturedRecord,
  { byVersion }: IdentifiedBatchState,
): EntryOutcome | undefined {
  const holder = byVersion.get(toVersionKey(url, given!.version));
  if (holder === undefined) return undefined;
  return {
    outcome: 'conflict',
    message: `version ${given!.version} of this URL already exists here as another artifact (${holder})`,
  };
}

function addIdentifiedRow(
  entry: ImportEntry,
  { auId, byId, byVersion, states }: IdentifiedBatchState,
  { rows, counters }: ResolvedBatch,
): EntryOutcome {
  const { record, committed } = entry;
  const { url, sha256, contentLength } = record;
  const { uuid: id, version, storeMs } = record.given!;
  const artifact = { id, version, sha256 };
  rows.push(buildIdentifiedRow(entry, version, storeMs));
  byId.set(id, { ...artifact, auId, url: url.toWellFormed(), committed });
  byVersion.set(toVersionKey(url, version), id);
  counters.artifacts += 1;
  const state = states.get(url);
  const isLatest = committed && version > (state?.latest?.version ?? 0);
  if (isLatest) countLatestVersion(counters, state?.latest, contentLength);
  else if (committed) {
    counters.committed += 1;
    counters.allVersionsBytes += contentLength;
  }
  states.set(url, () => ({
    highestVersion: Math.max(version, state?.highestVersion ?? 0),
    latest: isLatest ? toLatestVersion(artifact, record, contentLength) : state?.latest,
    damaged: state?.damaged,
  }));
  return { outcome: 'stored', artifact: { ...artifact, committed } };
}

function buildIdentifiedRow(entry: ImportEntry, version: number, storeMs: number | undefined): ArtifactRow {
  return { entry, version, original: undefined, ...(storeMs !== undefined && { storeMs }) };
}
