// A snapshot of the database: which transactions it sees the changes of, as PostgreSQL writes it (`xmin:xmax:xip,…`).

export interface Snapshot {
  /** What is below is over: it was committed before, and is seen, or has changed nothing. */
  readonly xmin: bigint;
  /** What is not below had not begun to write. */
  readonly xmax: bigint;
  readonly inProgress: ReadonlySet<bigint>;
  readonly text: string;
}

/** Throws when it is none. */
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

/** Whether what the transaction changed was visible in it. */
export function sees({ xmin, xmax, inProgress }: Snapshot, xid: bigint): boolean {
  return xid < xmin || (xid < xmax && !inProgress.has(xid));
}

/** The one that was taken before all others: it sees the least. Undefined where there is none. */
export function earliest(snapshots: readonly Snapshot[]): Snapshot | undefined {
  return snapshots.length === 0
    ? undefined
    : snapshots.reduce((one, other) => (isEarlier(other, one) ? other : one));
}

/** What begins later has higher numbers; of those that begin between the same, more are over. */
function isEarlier(one: Snapshot, other: Snapshot): boolean {
  if (one.xmax !== other.xmax) return one.xmax < other.xmax;
  return one.inProgress.size > other.inProgress.size;
}
