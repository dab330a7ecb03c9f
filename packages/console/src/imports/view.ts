// State of this page's imports for all screens. It is updated at most a few times per second.
import { signal } from '@preact/signals';
import type { FileCounts } from './import-progress.ts';
import { createRecordCounts, type RecordCounts } from './status-lines.ts';

/** Reason why waiting files are not sent. */
export type PauseReason = 'stopped' | 'cut' | 'refused' | 'busy';

export interface ImportView extends FileCounts {
  /** Incremented on each change, including changes to files and lines. */
  readonly version: number;
  readonly totalBytes: number;
  readonly sentBytes: number;
  /** Number of records by status. */
  readonly counts: RecordCounts;
  readonly held: PauseReason | undefined;
  /** Message from the service that explains why the import is paused, if there is one. */
  readonly trouble: string | undefined;
}

export const emptyImportView: ImportView = {
  version: 0,
  files: 0,
  waiting: 0,
  active: 0,
  imported: 0,
  inAlready: 0,
  failed: 0,
  totalBytes: 0,
  sentBytes: 0,
  counts: createRecordCounts(),
  held: undefined,
  trouble: undefined,
};

export const importView = signal<ImportView>(emptyImportView);

export const isImportRunning = ({ waiting, active }: ImportView): boolean => waiting + active > 0;
