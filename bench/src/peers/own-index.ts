// Starts a repository service on its own PostgreSQL, full of captures, for one run.
import { availableParallelism } from 'node:os';
import { openDatabase } from '@holdfast/pg-kit';
import { replayCopySize } from '../env.ts';
import { loadCaptures } from '../replay/load.ts';
import type { Sites } from '../replay/sites.ts';
import { withOwnPostgres } from '../service/own-postgres.ts';
import { whenCopied } from '../service/replay-copy.ts';
import { type OpenSystem, withSystem } from '../service/system.ts';
import type { OwnSystem } from './lookup-queries.ts';

/** Enough for about 60 million captures. */
const COPY_SIZE = '16GiB';

/** Passes `use` a folder for other files of the run. */
export function withOwnIndex<T>(
  open: OpenSystem,
  sites: Sites,
  settings: Readonly<Record<string, string>>,
  use: (system: OwnSystem, folder: string) => Promise<T>,
): Promise<T> {
  // Uses as many workers as the service would by default, because the other servers may use all processors too.
  const workers = String(Math.min(8, availableParallelism()));
  const copy = { REPLAY_COPY: replayCopySize() ?? COPY_SIZE };
  return withOwnPostgres({}, ({ url, pid, folder }) =>
    withSystem(open, { ...copy, ...settings, DATABASE_URL: url, WORKERS: workers }, async (system) => {
      const database = openDatabase<unknown>({ url, applicationName: 'bench', onError: () => undefined });
      await loadCaptures(database, sites).finally(() => database.close());
      await whenCopied(
        system.metricsUrl,
        sites.all.reduce((sum, site) => sum + site.captures, 0),
      );
      return use({ ...system, databasePid: pid }, folder);
    }),
  );
}
