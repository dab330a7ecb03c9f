// Metrics of attempts to send deliveries.
import type { Metrics } from '@holdfast/service-kit';
import { Counter } from 'prom-client';

/** `retried`: the attempt failed and will be repeated. `failed`: the last attempt failed. */
export type AttemptOutcome = 'sent' | 'retried' | 'failed';

export type CountAttempt = (type: 'mail' | 'webhook', outcome: AttemptOutcome) => void;

export function createNoticeMetrics({ registry }: Metrics): CountAttempt {
  const attempts = new Counter({
    name: 'holdfast_notice_deliveries_total',
    help: 'Attempts to send notifications, by type of target and outcome.',
    labelNames: ['type', 'outcome'],
    registers: [registry],
  });
  // Starts all counters at 0. Prometheus sees no increase in a counter that first appears with the value 1.
  for (const type of ['mail', 'webhook'])
    for (const outcome of ['sent', 'retried', 'failed']) attempts.inc({ type, outcome }, 0);
  return (type, outcome) => attempts.inc({ type, outcome });
}
