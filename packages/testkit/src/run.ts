// Starts the servers of a Jest run (PostgreSQL, and S3 if possible) and creates its folder for temporary files. The
// folder's name contains the run's process ID, so that the next run can clean up after a killed one.

import { access, chmod, constants, mkdtemp, readdir, realpath, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  EmbeddedPostgres,
  startEmbeddedPostgres,
  stopAbandonedPostgres,
} from '@holdfast/standalone/postgres';
import { makeCompileCacheEnvironment, POSTGRES_VARIABLE, setEnvironment } from './env.ts';
import { isRunning } from './is-running.ts';
import type { startS3ForTests } from './s3/s3-server.ts';

export interface RunDependencies {
  readonly startEmbeddedPostgres: typeof startEmbeddedPostgres;
  readonly stopAbandonedPostgres: typeof stopAbandonedPostgres;
  /** Prints a message if S3 is not available. */
  readonly startS3ForTests: typeof startS3ForTests;
}

const FOLDER_NAME = /^holdfast-run-(\d+)-/;

export interface TestRun {
  /** Stops the servers and removes the folder. Returns the names of files and folders that tests left. */
  stop(): Promise<string[]>;
}

/** Starts the servers. This process and its children find them, and the temporary folder, in their environment. */
export async function startTestRun(dependencies: RunDependencies, place?: string): Promise<TestRun> {
  const runs = place ?? (await placeOfRuns());
  await clearUpKilledRuns(dependencies, runs);
  const folder = await mkdtemp(join(runs, `holdfast-run-${process.pid}-`));
  await chmod(folder, 0o711); // under root, the server runs as another user
  setEnvironment({ TMPDIR: folder, ...makeCompileCacheEnvironment() });
  const [postgres, s3] = await Promise.all([
    dependencies.startEmbeddedPostgres({ folder, port: 'any', unsafe: true, log: say }),
    dependencies.startS3ForTests(),
  ]);
  setEnvironment({ [POSTGRES_VARIABLE]: postgres.url });
  if ('env' in s3) setEnvironment(s3.env);
  const onExit = () => quit(postgres);
  process.once('exit', onExit);
  return {
    stop: async () => {
      process.removeListener('exit', onExit);
      await Promise.all([postgres.stop(), 'stop' in s3 ? s3.stop() : undefined]);
      await removeCluster(folder);
      // A service without SPOOL_DIR keeps an empty folder for uploads.
      const left = (await readdir(folder)).filter((name) => !name.startsWith('holdfast-spool-'));
      await rm(folder, { recursive: true, force: true });
      return left;
    },
  };
}

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Returns the parent folder of runs: in memory if there is enough. Tests create a thousand databases of 300 files
 * each; on a disk, the file system takes a quarter of their processor time.
 */
async function placeOfRuns(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  if (Math.min(bavail * bsize, freemem()) < NEEDED_BYTES) return tmpdir();
  return access(MEMORY, constants.W_OK).then(
    () => MEMORY,
    () => tmpdir(),
  );
}

async function clearUpKilledRuns({ stopAbandonedPostgres }: RunDependencies, runs: string): Promise<void> {
  for (const name of await readdir(runs)) {
    const pid = Number(FOLDER_NAME.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isRunning(pid)) continue;
    const folder = join(runs, name);
    try {
      await stopAbandonedPostgres({ folder });
      await removeCluster(folder);
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      say(`${folder} was left by a test run that was killed, and could not be cleared up: ${error}`);
    }
  }
}

/** The cluster may be elsewhere, behind a link in the folder. */
async function removeCluster(folder: string): Promise<void> {
  const link = join(folder, 'postgres');
  const cluster = await realpath(link).catch(() => undefined);
  if (cluster !== undefined) await rm(cluster, { recursive: true, force: true });
  await rm(link, { recursive: true, force: true });
}

function quit(postgres: EmbeddedPostgres): void {
  try {
    process.kill(postgres.pid, 'SIGQUIT');
  } catch {
    // it has already ended
  }
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
