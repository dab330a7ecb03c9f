// Prometheus metrics of jobs, of purges and of the state journal's backlog.
import { type Metrics, registerPolledGauges } from '@holdfast/service-kit';
import { Counter, Gauge } from 'prom-client';
import type { JobEnd } from '../index/keeping/jobs.db.ts';
import type { JournalLag } from '../index/keeping/journal.db.ts';
import type { OpenPurgeCounts } from '../index/keeping/purge.db.ts';
import type { JobObserver } from './frame/job-run.ts';

/** Label for the job's name. Prometheus already uses the label `job`. */
const LABEL = 'task';

export function createJobMetrics({ registry }: Metrics): Required<JobObserver> {
  const registers = [registry];
  const labelNames = [LABEL];
  const running = new Gauge({
    name: 'holdfast_job_running',
    help: '1 while this process runs the job.',
    labelNames,
    registers,
  });
  const items = new Gauge({
    name: 'holdfast_job_items_done',
    help: 'Items that the job has processed in its current or last run.',
    labelNames,
    registers,
    aggregator: 'max',
  });
  const bytes = new Gauge({
    name: 'holdfast_job_bytes_done',
    help: 'Bytes that the job has read or written in its current or last run.',
    labelNames,
    registers,
    aggregator: 'max',
  });
  const counts = new Gauge({
    name: 'holdfast_job_findings',
    help: 'Findings of the current or last run of the job, by kind.',
    labelNames: [LABEL, 'finding'],
    registers,
    aggregator: 'max',
  });
  const ended = new Counter({
    name: 'holdfast_job_runs_total',
    help: 'Runs of jobs in this process, by outcome.',
    labelNames: [LABEL, 'outcome'],
    registers,
  });
  const show: Required<JobObserver>['advanced'] = (job, progress) => {
    items.set({ task: job }, progress.items);
    bytes.set({ task: job }, progress.bytes);
    for (const [finding, count] of Object.entries(progress.counts)) counts.set({ task: job, finding }, count);
  };
  return {
    started: (job, progress) => {
      running.set({ task: job }, 1);
      show(job, progress);
    },
    advanced: show,
    ended: (job, outcome) => {
      running.set({ task: job }, 0);
      ended.inc({ task: job, outcome });
    },
  };
}

/** Exports the job results of all replicas, read from the database. */
export function createJobEndMetrics(metrics: Metrics, ends: () => Promise<JobEnd[]>): void {
  registerPolledGauges(metrics, ends, [
    {
      name: 'holdfast_job_last_finish_timestamp_seconds',
      help: 'End of the last run of the job, in any process; absent while a new run is in progress.',
      byLabel: {
        label: LABEL,
        values: (found) =>
          Object.fromEntries(
            found.flatMap(({ name, finishedMs }) => (finishedMs === null ? [] : [[name, finishedMs / 1000]])),
          ),
      },
    },
    {
      name: 'holdfast_job_failed',
      help: '1 if the last run of the job failed, in any process.',
      byLabel: {
        label: LABEL,
        values: (found) => Object.fromEntries(found.map(({ name, failed }) => [name, failed ? 1 : 0])),
      },
    },
  ]);
}

export function registerPurgeMetrics(metrics: Metrics, count: () => Promise<OpenPurgeCounts>): void {
  registerPolledGauges(metrics, count, [
    {
      name: 'holdfast_purges_open',
      help: 'Purged artifacts whose bytes are not erased yet.',
      value: ({ open }) => open,
    },
    {
      name: 'holdfast_purges_locked',
      help: 'Purged artifacts of which object lock protects the last bytes.',
      value: ({ locked }) => locked,
    },
    {
      name: 'holdfast_purge_oldest_seconds',
      help: 'Age of the oldest open purge that does not wait for the end of an object lock.',
      value: ({ oldestSeconds }) => oldestSeconds,
    },
  ]);
}

export function createJournalMetrics(metrics: Metrics, lag: () => Promise<JournalLag>) {
  const { registry } = metrics;
  const registers = [registry];
  registerPolledGauges(metrics, lag, [
    {
      name: 'holdfast_journal_lag_rows',
      help: 'Index transactions whose journal entry is not yet in the object store.',
      value: ({ rows }) => rows,
    },
    {
      name: 'holdfast_journal_lag_seconds',
      help: 'Age of the oldest index change whose journal entry is not yet in the object store.',
      value: ({ seconds }) => seconds,
    },
  ]);
  const shipped = new Counter({
    name: 'holdfast_journal_shipped_rows_total',
    help: 'Journal entries that this process has written to the object store.',
    registers,
  });
  const merged = new Counter({
    name: 'holdfast_journal_merged_objects_total',
    help: 'Small journal objects that this process has merged into larger objects.',
    registers,
  });
  return {
    shipped: (count: number) => shipped.inc(count),
    merged: (count: number) => merged.inc(count),
  };
}
