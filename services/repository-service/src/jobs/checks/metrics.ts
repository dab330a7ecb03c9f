// Prometheus metrics of requested fixity checks.
import { type Metrics, registerPolledGauges } from '@holdfast/service-kit';
import { Counter } from 'prom-client';
import { checkOutcomes } from '../../domain/fixity-check.ts';
import type { OpenRunFigures } from '../../index/checks/runs.db.ts';
import type { CheckJobDeps } from './check-job.ts';

/** Registers the metrics. Returns the function that counts checked artifacts. */
export function createCheckMetrics(
  metrics: Metrics,
  readOpen: () => Promise<OpenRunFigures>,
): NonNullable<CheckJobDeps['onChecked']> {
  registerPolledGauges(metrics, readOpen, [
    {
      name: 'holdfast_checks_waiting',
      help: 'Requested fixity checks that wait or run.',
      value: ({ open }) => open,
    },
    {
      name: 'holdfast_checks_delay_seconds',
      help: 'Age of the oldest requested fixity check that has not started.',
      value: ({ delaySeconds }) => delaySeconds,
    },
  ]);
  const artifacts = new Counter({
    name: 'holdfast_check_artifacts_total',
    help: 'Artifacts that requested fixity checks of this process have read, by outcome.',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  });
  // Start the counter at 0. A counter that first appears with the value 1 shows no increase in Prometheus.
  for (const outcome of checkOutcomes) artifacts.inc({ outcome }, 0);
  return (outcome, count) => artifacts.inc({ outcome }, count);
}
