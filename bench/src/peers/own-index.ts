// A repository service on a PostgreSQL of its own, full of captures: made for one run, and thrown away after it.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@holdfast/pg-kit';
import { startEmbeddedPostgres } from '@holdfast/standalone/postgres';
import { roomForReplayCopy } from '../env.ts';
import { loadCaptures } from '../replay/load.ts';
import type { Sites } from '../replay/sites.ts';
import { whenCopied } from '../service/replay-copy.ts';
import { type OpenSystem, withSystem } from '../service/system.ts';
import type { OwnSystem } from './lookup-queries.ts';

/** For some 60 million captures. */
const ROOM_FOR_COPY = '16GiB';

/** `folder`: for what else the run keeps. */
export async function withOwnIndex<T>(
  open: OpenSystem,
  sites: Sites,
  settings: Readonly<Record<string, string>>,
  use: (system: OwnSystem, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'));
  // PostgreSQL refuses root: its server then runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ folder });
  const { url } = postgres;
  try {
    // It gets as many workers as it has of itself: what it is compared with uses all processors as it likes, too.
    const workers = String(Math.min(8, availableParallelism()));
    const copy = { REPLAY_COPY: roomForReplayCopy() ?? ROOM_FOR_COPY };
    const all = { ...copy, ...settings, DATABASE_URL: url, WORKERS: workers };
    return await withSystem(open, all, async (system) => {
      const database = openDatabase<unknown>({ url, applicationName: 'bench', onError: () => undefined });
      await loadCaptures(database, sites).finally(() => database.close());
      await whenCopied(
        system.metricsUrl,
        sites.all.reduce((sum, site) => sum + site.captures, 0),
      );
      return use({ ...system, databasePid: postgres.pid }, folder);
    });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
