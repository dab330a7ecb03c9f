// Tracks the state of URLs while a batch is resolved: their versions, their damaged artifacts, and the resulting
// changes to the AU's counters. A record with the same content as a damaged artifact repairs the artifact.
import {
  type ArtifactName,
  type CapturedMethod,
  type DamagedCopy,
  type ImportEntry,
  isSameRequest,
  type NamedOriginal,
  type StoredCapture,
  type StoredEntry,
} from './record/entry.ts';
import type { CapturedRecord } from './record/read-record.ts';

/** State of a URL of the AU in the index. */
export interface UrlState {
  readonly highestVersion: number;
  /** Latest committed version. */
  readonly latest: LatestVersion | undefined;
  /** Damaged artifacts of the URL, ordered by version. */
  readonly damaged?: readonly DamagedCopy[] | undefined;
}

export interface LatestVersion extends ArtifactName, CapturedMethod {
  readonly contentLength: number;
  readonly collectionMs: number;
  /** Companion records (request, metadata) stored adjacent to the artifact. */
  readonly adjacent?: Omit<StoredCapture, 'id'> | undefined;
}

/** Current states of the URLs in a batch. `set` ignores a URL that occurs only once in the batch. */
export class UrlStates {
  readonly #states: Map<string, UrlState>;
  readonly #repeated: ReadonlySet<string>;

  constructor(known: ReadonlyMap<string, UrlState>, entries: readonly ImportEntry[]) {
    this.#states = new Map(known);
    const seen = new Set<string>();
    const repeated = new Set<string>();
    for (const { record } of entries) {
      const { url } = record;
      if (seen.has(url)) repeated.add(url);
      else seen.add(url);
    }
    this.#repeated = repeated;
  }

  get(url: string): UrlState | undefined {
    return this.#states.get(url);
  }

  set(url: string, state: () => UrlState): void {
    if (this.#repeated.has(url)) this.#states.set(url, state());
  }
}

export function toLatestVersion(
  artifact: ArtifactName,
  record: CapturedRecord,
  contentLength: number,
): LatestVersion {
  const { id, version, sha256, committed } = artifact;
  const { method, requestBody, collectionMs } = record;
  return { id, version, sha256, committed, method, requestBody, contentLength, collectionMs };
}

export interface AuCounters {
  artifacts: number;
  committed: number;
  committedUrls: number;
  allVersionsBytes: number;
  latestVersionsBytes: number;
}

export function createAuCounters(): AuCounters {
  return { artifacts: 0, committed: 0, committedUrls: 0, allVersionsBytes: 0, latestVersionsBytes: 0 };
}

/** Updates the counters for a committed version that becomes the latest of its URL. `before`: its predecessor. */
export function countLatestVersion(
  counters: AuCounters,
  before: { readonly contentLength: number } | undefined,
  contentLength: number,
): void {
  counters.committed += 1;
  counters.committedUrls += before ? 0 : 1;
  counters.allVersionsBytes += contentLength;
  counters.latestVersionsBytes += contentLength - (before?.contentLength ?? 0);
}

// A record that repairs a damaged artifact replaces its record and its descriptive fields. The artifact keeps its UUID,
// version and dates.

/**
 * Returns whether content with this digest could repair a damaged artifact. Such content must not be dropped as a
 * duplicate.
 */
export function canRepairAny(damaged: readonly DamagedCopy[] | undefined, sha256: string): boolean {
  return damaged?.some((copy) => copy.sha256 === sha256) ?? false;
}

/**
 * Chooses the damaged artifact with the same content that the entry replaces. Prefers the same capture, then a
 * committed artifact. A revisit can replace only a revisit, because it has no payload. An entry without companion
 * records (request, metadata) must not replace an artifact that has companion records, unless the entry's segment
 * already contains copies of them.
 */
export function chooseCopyToRepair(
  damaged: readonly DamagedCopy[] | undefined,
  { record, stored, replacementFor }: ImportEntry,
  sha256: string,
): DamagedCopy | undefined {
  if (!stored) return undefined;
  const brings = hasCompanions(stored);
  return chooseCopy(
    damaged?.filter(
      (copy) =>
        isRepairableBy(copy, record, sha256, brings) &&
        (brings || !copy.hasCompanions || copy.id === replacementFor),
    ),
    record,
  );
}

/** Maximum number of reservations. Usually exceeds the number of a writer's entries that are not in the index yet. */
const MAX_TAKEN = 50_000;

/** Reserves damaged artifacts with companion records, so that a writer replaces each of them only once. */
export class ReplacementTracker {
  readonly #taken = new Set<string>();

  /**
   * Reserves the damaged artifact that the record would replace. Returns its UUID if its companion records must be
   * carried over, otherwise undefined. `brings`: whether the record was uploaded with companion records.
   */
  take(
    damaged: readonly DamagedCopy[],
    record: CapturedRecord,
    { original, brings }: { original?: NamedOriginal | undefined; brings: boolean },
  ): string | undefined {
    const sha256 = original?.sha256 ?? record.sha256;
    const copy = chooseCopy(
      damaged.filter((one) => !this.#taken.has(one.id) && isRepairableBy(one, record, sha256, brings)),
      record,
    );
    if (!copy) return undefined;
    if (this.#taken.size >= MAX_TAKEN) this.#taken.delete(this.#taken.values().next().value!);
    this.#taken.add(copy.id);
    return copy.hasCompanions ? copy.id : undefined;
  }
}

function isRepairableBy(copy: DamagedCopy, record: CapturedRecord, sha256: string, brings: boolean): boolean {
  return (
    copy.sha256 === sha256 &&
    isSameRequest(copy, record) &&
    (record.kind !== 'revisit' || copy.isRevisit) &&
    (!copy.companionsAlone || brings)
  );
}

function chooseCopy(
  candidates: readonly DamagedCopy[] | undefined,
  { collectionMs }: CapturedRecord,
): DamagedCopy | undefined {
  return (
    candidates?.find((copy) => copy.collectionMs === collectionMs) ??
    candidates?.find(({ committed }) => committed) ??
    candidates?.[0]
  );
}

function hasCompanions({ before = 0, after = 0 }: StoredEntry): boolean {
  return before + after > 0;
}

export const REPAIRED_MESSAGE = 'replaced the damaged copy of this artifact';
