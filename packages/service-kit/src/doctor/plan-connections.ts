// Computes the maximum number of PostgreSQL connections of the services, as in docs/operations.md, "Workers".
import { computeWorkerShare } from '../settings/share-of-worker.ts';

const LEAST_OF_WORKER = 5;
const CHECK = 1;
/**
 * Connections of the configuration service beyond its pools: LOADS_OF_WORKER per worker for configuration loads, and
 * JOURNAL for the journal.
 */
const LOADS_OF_WORKER = 4;
const JOURNAL = 5;

export function planConnections(
  name: 'repository-service' | 'config-service',
  { workers, databasePool }: { readonly workers: number; readonly databasePool: number },
): number {
  const pool = computeWorkerShare(databasePool, workers, LEAST_OF_WORKER);
  return (
    workers * (pool + CHECK + (name === 'config-service' ? LOADS_OF_WORKER : 0)) +
    (name === 'config-service' ? JOURNAL : 0)
  );
}
