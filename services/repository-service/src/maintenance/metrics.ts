// What Prometheus is told of keeping the store: jobs, and how far the state journal lags behind the index.
import type { Metrics } from '@holdfast/http-kit';
import { Counter, Gauge } from 'prom-client';
import type { JobObserver } from './job.ts';
import type { JournalLag } from './journal/journal.db.ts';

export function jobMetrics({ registry }: Metrics): Required<JobObserver> {
  const registers = [registry];
  const labelNames = ['job'];
  const running = new Gauge({
    name: 'job_running',
    help: '1 while this process has the job.',
    labelNames,
    registers,
  });
  const items = new Gauge({
    name: 'job_items_done',
    help: 'What the job has done on its present walk, or did on its last one.',
    labelNames,
    registers,
  });
  const bytes = new Gauge({
    name: 'job_bytes_done',
    help: 'Bytes the job has read or written on its present walk, or did on its last one.',
    labelNames,
    registers,
  });
  const counts = new Gauge({
    name: 'job_findings',
    help: 'What the job has counted on its present walk, or did on its last one, by what it is.',
    labelNames: ['job', 'finding'],
    registers,
  });
  const ended = new Counter({
    name: 'job_runs_total',
    help: 'Runs of jobs in this process, by how they ended.',
    labelNames: ['job', 'outcome'],
    registers,
  });
  const endTime = new Gauge({
    name: 'job_last_finish_timestamp_seconds',
    help: 'When the job last came to its end in this process.',
    labelNames,
    registers,
  });
  const show: Required<JobObserver>['advanced'] = (job, progress) => {
    items.set({ job }, progress.items);
    bytes.set({ job }, progress.bytes);
    for (const [finding, count] of Object.entries(progress.counts)) counts.set({ job, finding }, count);
  };
  return {
    started: (job, progress) => {
      running.set({ job }, 1);
      show(job, progress);
    },
    advanced: show,
    ended: (job, outcome) => {
      running.set({ job }, 0);
      ended.inc({ job, outcome });
      if (outcome === 'finished') endTime.setToCurrentTime({ job });
    },
  };
}

/** `lag` is asked whenever metrics are read; when it fails the last value stays. */
export function journalMetrics({ registry }: Metrics, lag: () => Promise<JournalLag>) {
  const registers = [registry];
  const lagGauge = (name: string, help: string, value: (found: JournalLag) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const found = await lag().catch(() => undefined);
        if (found) this.set(value(found));
      },
    });
  lagGauge(
    'journal_lag_rows',
    'Index transactions whose journal entry is not yet in the object store.',
    ({ rows }) => rows,
  );
  lagGauge(
    'journal_lag_seconds',
    'Age of the oldest of them: what a loss of the database would cost.',
    ({ seconds }) => seconds,
  );
  const shipped = new Counter({
    name: 'journal_shipped_rows_total',
    help: 'Journal entries that this process has put into the object store.',
    registers,
  });
  return { shipped: (count: number) => shipped.inc(count) };
}
