// How the imports of each AU stand: how many of its files, and what became of their records. What is shown of one file or one
// record is not here.
import { type Counts, noCounts } from './status-lines.ts';

export type FileState =
  | 'waiting'
  | 'sending'
  | 'imported'
  | 'inAlready'
  | 'brokenOff'
  | 'refused'
  | 'unreadable';

/** How many files, and where they stand. */
export interface FileCounts {
  readonly files: number;
  readonly waiting: number;
  readonly active: number;
  readonly imported: number;
  readonly inAlready: number;
  /** Files that were not taken, or not to their end. */
  readonly failed: number;
}

/** Where a file goes: the same AUID in two namespaces is two AUs. */
export interface Target {
  readonly namespace: string;
  readonly auid: string;
}

export interface AuStanding extends FileCounts, Target {
  /** Of records. */
  readonly counts: Counts;
}

/** Which of the counts a file is in. */
export const PLACES = {
  waiting: 'waiting',
  sending: 'active',
  imported: 'imported',
  inAlready: 'inAlready',
  brokenOff: 'failed',
  refused: 'failed',
  unreadable: 'failed',
} as const satisfies Record<FileState, keyof FileCounts>;

/** Files that are not waited for any more. */
export const doneOf = ({ imported, inAlready, failed }: FileCounts): number => imported + inAlready + failed;

/** Whether anything of what was sent is in the AU now, by this import or by one before. */
export const isAnythingIn = ({ counts, inAlready }: Pick<AuStanding, 'counts' | 'inAlready'>): boolean =>
  counts.OK + counts.DUPLICATE + inAlready > 0;

export type CountedStanding = { -readonly [Key in keyof AuStanding]: AuStanding[Key] };

export class Standings {
  readonly #byTarget = new Map<string, CountedStanding>();

  /** They stand as they do now, which no later change touches; the one that more files came for last, first. */
  get all(): readonly AuStanding[] {
    return Array.from(this.#byTarget.values(), (one) => ({ ...one, counts: { ...one.counts } })).reverse();
  }

  /** Counts more files that wait. */
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
