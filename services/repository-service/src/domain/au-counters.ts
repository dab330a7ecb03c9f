// What a batch adds to the counters of its AU.

export interface Counters {
  artifacts: number;
  committed: number;
  committedUrls: number;
  allVersionsBytes: number;
  latestVersionsBytes: number;
}

export function noCounters(): Counters {
  return { artifacts: 0, committed: 0, committedUrls: 0, allVersionsBytes: 0, latestVersionsBytes: 0 };
}

/** Counts a committed version that becomes the latest of its URL. `before`: what was that until now. */
export function countLatest(
  counters: Counters,
  before: { readonly contentLength: number } | undefined,
  contentLength: number,
): void {
  counters.committed += 1;
  counters.committedUrls += before ? 0 : 1;
  counters.allVersionsBytes += contentLength;
  counters.latestVersionsBytes += contentLength - (before?.contentLength ?? 0);
}
