// Metric of open deletion requests.
import { type Metrics, registerPolledGauges } from '@holdfast/service-kit';

export function registerDeletionMetrics(
  metrics: Metrics,
  count: () => Promise<{ readonly delete: number; readonly purge: number }>,
): void {
  registerPolledGauges(metrics, count, [
    {
      name: 'holdfast_deletions_open',
      help: 'Deletion and purge requests that wait for a decision, or for `keep purge`.',
      byLabel: { label: 'kind', values: (found) => ({ ...found }) },
    },
  ]);
}
