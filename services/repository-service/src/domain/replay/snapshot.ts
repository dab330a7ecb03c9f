// A snapshot of the database, which says whose transactions' changes are visible, in PostgreSQL's format
// (`xmin:xmax:xip,…`).

export interface Snapshot {
  /** Every lower transaction has ended: it is visible, or was rolled back. */
  readonly xmin: bigint;
  /** No transaction from this one on had started to write. */
  readonly xmax: bigint;
  readonly inProgress: ReadonlySet<bigint>;
  readonly text: string;
}

/** Throws if the text is not a snapshot. */
export function parseSnapshot(text: string): Snapshot {
  const [, xmin, xmax, inProgress] = /^(\d+):(\d+):((?:\d+(?:,\d+)*)?)$/.exec(text) ?? [];
  if (xmin === undefined || xmax === undefined || inProgress === undefined)
    throw new Error(`${JSON.stringify(text)} is no snapshot`);
  return {
    xmin: BigInt(xmin),
    xmax: BigInt(xmax),
    inProgress: new Set(inProgress === '' ? [] : inProgress.split(',').map(BigInt)),
    text,
  };
}

/** Returns whether the changes of the transaction are visible in the snapshot. */
export function sees({ xmin, xmax, inProgress }: Snapshot, xid: bigint): boolean {
  return xid < xmin || (xid < xmax && !inProgress.has(xid));
}

/** Returns the snapshot that was taken first, which sees the least. Returns undefined if there is none. */
export function earliest(snapshots: readonly Snapshot[]): Snapshot | undefined {
  return snapshots.length === 0
    ? undefined
    : snapshots.reduce((one, other) => (isEarlier(other, one) ? other : one));
}

/** A later snapshot has a higher xmax or, if both are equal, fewer running transactions. */
function isEarlier(one: Snapshot, other: Snapshot): boolean {
  if (one.xmax !== other.xmax) return one.xmax < other.xmax;
  return one.inProgress.size > other.inProgress.size;
}
