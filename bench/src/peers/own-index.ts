// A repository service on a PostgreSQL of its own, full of captures: made for one run, and thrown away after it.
import { availableParallelism } from 'node:os';
import { openDatabase } from '@holdfast/pg-kit';
import { roomForReplayCopy } from '../env.ts';
import { loadCaptures } from '../replay/load.ts';
import type { Sites } from '../replay/sites.ts';
import { withOwnPostgres } from '../service/own-postgres.ts';
import { whenCopied } from '../service/replay-copy.ts';
import { type OpenSystem, withSystem } from '../service/system.ts';
import type { OwnSystem } from './lookup-queries.ts';

/** For some 60 million captures. */
const ROOM_FOR_COPY = '16GiB';

/** `folder`: for what else the run keeps. */
export function withOwnIndex<T>(
  open: OpenSystem,
  sites: Sites,
  settings: Readonly<Record<string, string>>,
  use: (system: OwnSystem, folder: string) => Promise<T>,
): Promise<T> {
  // It gets as many workers as it has of itself: what it is compared with uses all processors as it likes, too.
  const workers = String(Math.min(8, availableParallelism()));
  const copy = { REPLAY_COPY: roomForReplayCopy() ?? ROOM_FOR_COPY };
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
