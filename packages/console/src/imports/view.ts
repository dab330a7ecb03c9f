// State of this page's imports, for all screens. Updated at most a few times per second.
import { signal } from '@preact/signals';
import type { FileCounts } from './import-progress.ts';
import { createRecordCounts, type RecordCounts } from './status-lines.ts';

/** Reason why uploads are paused. */
export type PauseReason = 'stopped' | 'cut' | 'refused' | 'busy';

export interface ImportView extends FileCounts {
  /** Incremented on each change, even if only files or status lines change. */
  readonly version: number;
  readonly totalBytes: number;
  readonly sentBytes: number;
  /** Number of records by status. */
  readonly counts: RecordCounts;
  readonly held: PauseReason | undefined;
  /** Message of the service that explains the pause, if the service sent one. */
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
