// A PostgreSQL of a benchmark's own, made for it and thrown away after it.
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@holdfast/standalone/postgres';
import { endedWhenInterrupted } from './interrupted.ts';
import { makeOwnFolder, removeFolder } from './own-folder.ts';

export interface OwnPostgres {
  /** Leads its superuser to it. */
  readonly url: string;
  /** Process id of the postmaster. */
  readonly pid: number;
  /** What it is in, and what else of the benchmark goes with it. */
  readonly folder: string;
}

/** `settings`: PostgreSQL's, by name, in the place of what it would have. */
export async function withOwnPostgres<Result>(
  settings: Readonly<Record<string, string>>,
  use: (postgres: OwnPostgres) => Promise<Result>,
): Promise<Result> {
  const folder = await makeOwnFolder();
  let started: EmbeddedPostgres | undefined;
  const end = endedWhenInterrupted(async () => {
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
