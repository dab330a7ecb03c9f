// Versions of objects that a store refuses to delete, because they have a retention period or a legal hold.

export interface LockedCopy {
  /** Name of the store. */
  readonly store: string;
  readonly key: string;
  /** Reason for the refusal: `legal hold`, `COMPLIANCE retention`, `GOVERNANCE retention`, or the server's message. */
  readonly reason: string;
  /** End of the retention period in milliseconds; absent if the time is unknown. */
  readonly until?: number;
}

export interface LockedCopies {
  readonly count: number;
  /** Time from which all copies can be deleted; absent if the time is unknown. */
  readonly until?: number;
  /** The first MAX_LISTED copies. */
  readonly copies: readonly LockedCopy[];
}

const MAX_LISTED = 50;

export function summarizeLockedCopies(copies: readonly LockedCopy[]): LockedCopies {
  const ends = copies.map(({ until }) => until ?? Number.POSITIVE_INFINITY);
  const last = ends.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return {
    count: copies.length,
    ...(Number.isFinite(last) && { until: last }),
    copies: copies.slice(0, MAX_LISTED),
  };
}

export function formatLockedCopy({ store, key, reason, until }: LockedCopy): string {
  const end = until === undefined ? '' : ` until ${new Date(until).toISOString()}`;
  return `${store}: ${key}: ${reason}${end}`;
}
