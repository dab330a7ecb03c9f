// The sweep in a dry run, for people to look at: what it would remove is kept with the job.
import { saveReport } from '../../index/view/job-states.db.ts';
import type { Job } from '../frame/job.ts';
import {
  SWEEP_PREVIEW_NAME,
  type SweepDeps,
  type SweepReport,
  type SweepSettings,
  sweepJob,
} from './sweep.ts';

/** The first so many of each kind are kept; how many there are in all is in the job's counts. */
const MOST_KEPT = 200;

/** Every run is one from the beginning: a report of half a walk would be none. */
export function sweepPreviewJob(deps: SweepDeps, settings: SweepSettings): Job {
  let report: SweepReport | undefined;
  return {
    name: SWEEP_PREVIEW_NAME,
    resumable: false,
    work: (run) => {
      const sweep = sweepJob(deps, { ...settings, dryRun: true });
      report = sweep.report;
      return sweep.job.work(run);
    },
    conclude: (tx) => saveReport(tx, SWEEP_PREVIEW_NAME, shortened(report!)),
  };
}

function shortened(report: SweepReport): SweepReport {
  const kinds = Object.entries(report).map(([kind, names]) => [kind, names.slice(0, MOST_KEPT)]);
  return Object.fromEntries(kinds) as SweepReport;
}
