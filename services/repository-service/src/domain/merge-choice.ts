// Which segments of an AU are merged with which. Pure.

export interface Candidate {
  readonly id: number;
  readonly key: string;
  readonly sizeBytes: number;
  readonly manifestOffset: number | undefined;
  /** Records that somebody needs, and their bytes. */
  readonly records: number;
  readonly liveBytes: number;
  /** What would be won by writing it anew. */
  readonly deadBytes: number;
}

export interface MergeLimits {
  /** What a segment should hold. */
  readonly targetBytes: number;
  /** Bounds the memory of a merge, and how long its transaction holds the AU. */
  readonly records: number;
  /** From which share of dead bytes on a segment is written anew. */
  readonly deadShare: number;
}

/** Groups in the order of their segments; each becomes one segment, or none when nothing in it is needed. */
export function chooseMerges(candidates: readonly Candidate[], limits: MergeLimits): Candidate[][] {
  const dead = candidates.filter((one) => isDead(one, limits));
  const small = candidates.filter(
    (one) =>
      !isDead(one, limits) && one.liveBytes < limits.targetBytes / 2 && one.records < limits.records / 2,
  );
  const wanted = [...dead, ...worthMoving(small, sum(dead))].sort((a, b) => a.id - b.id);
  return packed(wanted, limits).filter((group) => group.length > 1 || isDead(group[0]!, limits));
}

function isDead({ deadBytes, sizeBytes, records }: Candidate, { deadShare }: MergeLimits): boolean {
  return records === 0 || (deadBytes > 0 && deadBytes >= deadShare * sizeBytes);
}

/**
 * The smallest ones, up to the last that is no more than twice all smaller ones together: each then becomes half as large
 * again at least. Whatever trickles in, a byte is so copied a number of times that grows with the logarithm of what there
 * is, and not with every merge.
 */
function worthMoving(small: readonly Candidate[], movingBytes: number): Candidate[] {
  const sorted = [...small].sort((a, b) => a.liveBytes - b.liveBytes);
  let smallerBytes = movingBytes;
  let count = 0;
  for (const [i, { liveBytes }] of sorted.entries()) {
    if (liveBytes <= 2 * smallerBytes) count = i + 1;
    smallerBytes += liveBytes;
  }
  return sorted.slice(0, count);
}

function packed(wanted: readonly Candidate[], { targetBytes, records }: MergeLimits): Candidate[][] {
  const groups: Candidate[][] = [];
  let group: Candidate[] = [];
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

function sum(candidates: readonly Candidate[]): number {
  return candidates.reduce((bytes, { liveBytes }) => bytes + liveBytes, 0);
}
