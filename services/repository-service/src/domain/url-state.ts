// Tracks the versions of URLs while a batch is resolved, and the resulting changes to the AU's counters.
import type {
  ArtifactName,
  CapturedMethod,
  DamagedCopy,
  ImportEntry,
  StoredCapture,
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
  readonly beside?: Omit<StoredCapture, 'id'> | undefined;
}

/** Current states of the URLs in a batch. Most URLs occur only once in a batch; their states are not updated. */
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
