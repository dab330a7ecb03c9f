// Temporary PostgreSQL server of a benchmark.
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@holdfast/standalone/postgres';
import { createBenchFolder, removeFolder } from './bench-folder.ts';
import { addInterruptCleanup } from './interrupted.ts';

export interface BenchPostgres {
  /** URL with the superuser's login. */
  readonly url: string;
  /** PID of the postmaster. */
  readonly pid: number;
  /** Folder of the server, in which the benchmark may also store its own files. */
  readonly folder: string;
}

/** Runs PostgreSQL during a benchmark. `settings` override PostgreSQL's defaults. */
export async function withBenchPostgres<Result>(
  settings: Readonly<Record<string, string>>,
  use: (postgres: BenchPostgres) => Promise<Result>,
): Promise<Result> {
  const folder = await createBenchFolder();
  let started: EmbeddedPostgres | undefined;
  const end = addInterruptCleanup(async () => {
    await started?.stop();
    await removeFolder(folder);
  });
  try {
    started = await startEmbeddedPostgres({ folder, settings });
    const { url, pid } = started;
    return await use({ url, pid, folder });
  } finally {
    await end();
  }
}
