// Starts a repository service for one run, with its own PostgreSQL that already contains the captures.
import { availableParallelism } from 'node:os';
import { openDatabase } from '@holdfast/pg-kit';
import { loadCaptures } from '../replay/load.ts';
import type { BenchSites } from '../replay/sites.ts';
import { withBenchPostgres } from '../service/bench-postgres.ts';
import { type SystemOpener, withSystem } from '../service/system.ts';
import type { HoldfastSystem } from './lookup-queries.ts';

/** Runs `use` with a service, and with a folder for other files of the run. */
export function withHoldfastIndex<T>(
  open: SystemOpener,
  sites: BenchSites,
  settings: Readonly<Record<string, string>>,
  use: (system: HoldfastSystem, folder: string) => Promise<T>,
): Promise<T> {
  // Runs as many workers as the service does by default, because the other servers may use all processors, too.
  const workers = String(Math.min(8, availableParallelism()));
  return withBenchPostgres({}, ({ url, pid, folder }) =>
    withSystem(open, { ...settings, DATABASE_URL: url, WORKERS: workers }, async (system) => {
      const database = openDatabase<unknown>({ url, applicationName: 'bench', onError: () => undefined });
      await loadCaptures(database, sites).finally(() => database.close());
      return use({ ...system, databasePid: pid }, folder);
    }),
  );
}
