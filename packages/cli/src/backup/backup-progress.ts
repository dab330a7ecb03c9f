// Progress display of a backup or restore, with one progress bar per phase.
import type { BackupObserver } from '@holdfast/backup';
import { openProgress, type Progress, type ProgressTools } from '@holdfast/cli-kit';

export interface BackupProgress {
  readonly observer: BackupObserver;
  close(): void;
}

/** Opens the progress display. Returns a display that prints nothing if `tools` is undefined. */
export function openBackupProgress(tools: ProgressTools | undefined): BackupProgress {
  if (tools === undefined) return { observer: {}, close() {} };
  let progress: Progress = openProgress(tools, undefined, 'object');
  return {
    observer: {
      planned(bytes, what) {
        progress.close();
        progress = openProgress(tools, bytes, what);
      },
      read: (bytes) => progress.sent(bytes),
      object: () => progress.record(),
    },
    close: () => progress.close(),
  };
}
