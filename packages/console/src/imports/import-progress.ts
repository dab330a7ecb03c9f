// Counts the files and records of an import per AU.
import { createRecordCounts, type RecordCounts } from './status-lines.ts';

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
  /** Number of files that failed or were only partly imported. */
  readonly failed: number;
}

/** Destination of an upload. The same AUID in two namespaces denotes two different AUs. */
export interface UploadDestination {
  readonly namespace: string;
  readonly auid: string;
}

export interface AuImportProgress extends FileCounts, UploadDestination {
  /** Number of records by status. */
  readonly counts: RecordCounts;
}

/** Maps each file state to the counter in which it is counted. */
export const COUNTER_BY_STATE = {
  waiting: 'waiting',
  sending: 'active',
  imported: 'imported',
  inAlready: 'inAlready',
  brokenOff: 'failed',
  refused: 'failed',
  unreadable: 'failed',
} as const satisfies Record<FileState, keyof FileCounts>;

export const countFinishedFiles = ({ imported, inAlready, failed }: FileCounts): number =>
  imported + inAlready + failed;

/** Returns whether the AU contains records of these files, from this import or an earlier one. */
export const hasImportedContent = ({
  counts,
  inAlready,
}: Pick<AuImportProgress, 'counts' | 'inAlready'>): boolean => counts.OK + counts.DUPLICATE + inAlready > 0;

export type MutableAuImportProgress = { -readonly [Key in keyof AuImportProgress]: AuImportProgress[Key] };

export class ImportProgress {
  readonly #byTarget = new Map<string, MutableAuImportProgress>();

  /** Returns a snapshot of the counts per AU. The AU that most recently received files comes first. */
  get all(): readonly AuImportProgress[] {
    return Array.from(this.#byTarget.values(), (one) => ({ ...one, counts: { ...one.counts } })).reverse();
  }

  /** Adds files in the state `waiting` to the counts of an AU. */
  add({ namespace, auid }: UploadDestination, files: number): MutableAuImportProgress {
    const key = JSON.stringify([namespace, auid]);
    const found = this.#byTarget.get(key) ?? {
      ...{ namespace, auid, files: 0, waiting: 0, active: 0, imported: 0, inAlready: 0, failed: 0 },
      counts: createRecordCounts(),
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
