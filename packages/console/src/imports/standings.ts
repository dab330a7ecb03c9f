// Counts the files and records of an import per AU.
import { type Counts, noCounts } from './status-lines.ts';

export type FileState =
  | 'waiting'
  | 'sending'
  | 'imported'
  | 'inAlready'
  | 'brokenOff'
  | 'refused'
  | 'unreadable';

/** Number of files by state. */
export interface FileCounts {
  readonly files: number;
  readonly waiting: number;
  readonly active: number;
  readonly imported: number;
  readonly inAlready: number;
  /** Files that failed or were imported only in part. */
  readonly failed: number;
}

/** Destination of a file. The same AUID in two namespaces denotes two AUs. */
export interface Target {
  readonly namespace: string;
  readonly auid: string;
}

export interface AuStanding extends FileCounts, Target {
  /** Number of records by status. */
  readonly counts: Counts;
}

/** Maps each file state to the counter it belongs to. */
export const PLACES = {
  waiting: 'waiting',
  sending: 'active',
  imported: 'imported',
  inAlready: 'inAlready',
  brokenOff: 'failed',
  refused: 'failed',
  unreadable: 'failed',
} as const satisfies Record<FileState, keyof FileCounts>;

/** Returns the number of files that are finished. */
export const doneOf = ({ imported, inAlready, failed }: FileCounts): number => imported + inAlready + failed;

/** Returns whether the AU now contains anything from these files, from this import or an earlier one. */
export const isAnythingIn = ({ counts, inAlready }: Pick<AuStanding, 'counts' | 'inAlready'>): boolean =>
  counts.OK + counts.DUPLICATE + inAlready > 0;

export type CountedStanding = { -readonly [Key in keyof AuStanding]: AuStanding[Key] };

export class Standings {
  readonly #byTarget = new Map<string, CountedStanding>();

  /** Snapshot of the counts; the AU that files were added to last comes first. */
  get all(): readonly AuStanding[] {
    return Array.from(this.#byTarget.values(), (one) => ({ ...one, counts: { ...one.counts } })).reverse();
  }

  /** Adds waiting files to the counts of an AU. */
  add({ namespace, auid }: Target, files: number): CountedStanding {
    const key = JSON.stringify([namespace, auid]);
    const found = this.#byTarget.get(key) ?? {
      ...{ namespace, auid, files: 0, waiting: 0, active: 0, imported: 0, inAlready: 0, failed: 0 },
      counts: noCounts(),
    };
    found.files += files;
    found.waiting += files;
    this.#byTarget.delete(key);
    this.#byTarget.set(key, found);
    return found;
  }

  clear(): void {
    this.#byTarget.clear();
  }
}
