// Computes the maximum number of PostgreSQL connections of the services, as documented in docs/operations.md,
// "Workers".
import { computeWorkerShare } from '@holdfast/service-kit/settings';
import type { SERVICE_NAMES, ServiceSettingsFacts } from '@holdfast/standalone';

const LEAST_OF_WORKER = 5;
const CHECK = 1;
/**
 * Connections of the configuration service in addition to its pools. LOADS_OF_WORKER: per worker, for configuration
 * loads. JOURNAL: for the journal.
 */
const LOADS_OF_WORKER = 4;
const JOURNAL = 5;

export function planConnections(
  name: (typeof SERVICE_NAMES)[number],
  { workers, databasePool }: Pick<ServiceSettingsFacts, 'workers' | 'databasePool'>,
): number {
  const pool = computeWorkerShare(databasePool, workers, LEAST_OF_WORKER);
  return (
    workers * (pool + CHECK + (name === 'config-service' ? LOADS_OF_WORKER : 0)) +
    (name === 'config-service' ? JOURNAL : 0)
  );
}
