// Lists the jobs that a service runs on schedule or on request, by the name used in requests.
import { COMPACTION_NAME } from './compaction.ts';
import { FIXITY_NAME } from './fixity/fixity-job.ts';
import { RECHECK_NAME } from './fixity/recheck.ts';
import type { JobSettings } from './frame/settings.ts';
import { SWEEP_NAME, SWEEP_PREVIEW_NAME } from './sweep/sweep.ts';

export type JobId = 'fixity' | 'recheck' | 'compaction' | 'sweep' | 'sweep-preview';

export interface JobDefinition {
  readonly id: JobId;
  /** Name of the job's row in the table `job`. */
  readonly name: string;
  /** Period in milliseconds. 0 if the job runs only on request. */
  readonly periodMs: number;
  readonly mostBytesPerSecond?: number | undefined;
}

export function listJobDefinitions(settings: JobSettings): JobDefinition[] {
  const { fixityBytesPerSecond, compactionBytesPerSecond } = settings;
  return [
    {
      id: 'fixity',
      name: FIXITY_NAME,
      periodMs: settings.fixityPeriodMs,
      mostBytesPerSecond: fixityBytesPerSecond,
    },
    { id: 'recheck', name: RECHECK_NAME, periodMs: 0, mostBytesPerSecond: fixityBytesPerSecond },
    {
      id: 'compaction',
      name: COMPACTION_NAME,
      periodMs: settings.compactionPeriodMs,
      mostBytesPerSecond: compactionBytesPerSecond,
    },
    { id: 'sweep', name: SWEEP_NAME, periodMs: settings.sweepPeriodMs },
    { id: 'sweep-preview', name: SWEEP_PREVIEW_NAME, periodMs: 0 },
  ];
}
