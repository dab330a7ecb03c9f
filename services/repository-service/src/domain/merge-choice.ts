// Chooses the segments of an AU that compaction merges.

export interface MergeCandidate {
  readonly id: number;
  readonly key: string;
  readonly sizeBytes: number;
  readonly manifestOffset: number | undefined;
  /** Number and total size in bytes of the live records. */
  readonly records: number;
  readonly liveBytes: number;
  /** Number of bytes that a rewrite of the segment frees. */
  readonly deadBytes: number;
}

export interface MergeLimits {
  /** Target size of a merged segment, in bytes. */
  readonly targetBytes: number;
  /** Maximum number of records per merge. Limits the memory of a merge and the time that it locks the AU. */
  readonly records: number;
  /** Minimum fraction of dead bytes at which a segment is rewritten. */
  readonly deadShare: number;
}

/** Returns groups of segments to merge. Each group becomes one segment, or none if all its records are dead. */
export function chooseMerges(candidates: readonly MergeCandidate[], limits: MergeLimits): MergeCandidate[][] {
  const dead = candidates.filter((one) => isDead(one, limits));
  const small = candidates.filter(
    (one) =>
      !isDead(one, limits) && one.liveBytes < limits.targetBytes / 2 && one.records < limits.records / 2,
  );
  const wanted = [...dead, ...chooseSmallSegments(small, sumLiveBytes(dead))].sort((a, b) => a.id - b.id);
  return groupCandidates(wanted, limits).filter((group) => group.length > 1 || isDead(group[0]!, limits));
}

function isDead({ deadBytes, sizeBytes, records }: MergeCandidate, { deadShare }: MergeLimits): boolean {
  return records === 0 || (deadBytes > 0 && deadBytes >= deadShare * sizeBytes);
}

/**
 * Selects small segments. The largest selected segment is at most twice as large as all smaller ones together. Each
 * selected segment is thus merged into a segment of at least 1.5 times its size. Each byte of an AU with n bytes is
 * therefore copied O(log n) times.
 */
function chooseSmallSegments(small: readonly MergeCandidate[], movingBytes: number): MergeCandidate[] {
  const sorted = [...small].sort((a, b) => a.liveBytes - b.liveBytes);
  let smallerBytes = movingBytes;
  let count = 0;
  for (const [i, { liveBytes }] of sorted.entries()) {
    if (liveBytes <= 2 * smallerBytes) count = i + 1;
    smallerBytes += liveBytes;
  }
  return sorted.slice(0, count);
}

function groupCandidates(
  wanted: readonly MergeCandidate[],
  { targetBytes, records }: MergeLimits,
): MergeCandidate[][] {
  const groups: MergeCandidate[][] = [];
  let group: MergeCandidate[] = [];
  let full = { bytes: 0, records: 0 };
  for (const one of wanted) {
    const isFull =
      full.bytes >= targetBytes || full.records + one.records > records || group.length >= records;
    if (group.length > 0 && isFull) {
      groups.push(group);
      group = [];
      full = { bytes: 0, records: 0 };
    }
    group.push(one);
    full = { bytes: full.bytes + one.liveBytes, records: full.records + one.records };
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

function sumLiveBytes(candidates: readonly MergeCandidate[]): number {
  return candidates.reduce((bytes, { liveBytes }) => bytes + liveBytes, 0);
}
