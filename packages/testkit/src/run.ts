// Starts the servers of a Jest run (PostgreSQL, and S3 if possible) and creates a folder for its temporary files. The
// folder's name contains the process ID of the run, so that the next run can clean up after a killed one.

import { access, chmod, constants, mkdtemp, readdir, realpath, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  EmbeddedPostgres,
  startEmbeddedPostgres,
  stopAbandonedPostgres,
} from '@holdfast/standalone/postgres';
import {
  isPgbouncerWanted,
  makeCompileCacheEnvironment,
  PGBOUNCER_VARIABLE,
  POSTGRES_VARIABLE,
  setEnvironmentVariables,
} from './env.ts';
import { isRunning } from './is-running.ts';
import { startPgbouncer } from './postgres/pgbouncer.ts';
import type { startS3ForTests } from './s3/s3-server.ts';

export interface TestRunDependencies {
  readonly startEmbeddedPostgres: typeof startEmbeddedPostgres;
  readonly stopAbandonedPostgres: typeof stopAbandonedPostgres;
  /** Starts the S3 server. Prints a message if it is not available. */
  readonly startS3ForTests: typeof startS3ForTests;
}

/** Each test has its own database, so unused connections are closed at once. */
const PGBOUNCER = {
  mode: 'session',
  more: 'default_pool_size = 80\nserver_idle_timeout = 1\nserver_login_retry = 0\nquery_wait_timeout = 30',
} as const;
const FOLDER_NAME = /^holdfast-run-(\d+)-/;

export interface TestRun {
  /** Stops the servers and removes the folder. Returns the names of files and folders that tests have left there. */
  stop(): Promise<string[]>;
}

/**
 * Starts the servers. Sets environment variables with the servers' addresses and the path of the temporary folder, for
 * this process and its children.
 */
export async function startTestRun(dependencies: TestRunDependencies, place?: string): Promise<TestRun> {
  const runs = place ?? (await chooseRunsFolder());
  await clearUpKilledRuns(dependencies, runs);
  const folder = await mkdtemp(join(runs, `holdfast-run-${process.pid}-`));
  await chmod(folder, 0o711); // under root, the server runs as another user
  setEnvironmentVariables({ TMPDIR: folder, ...makeCompileCacheEnvironment() });
  const [postgres, s3] = await Promise.all([
    dependencies.startEmbeddedPostgres({ folder, port: 'any', unsafe: true, log: printLine }),
    dependencies.startS3ForTests(),
  ]);
  setEnvironmentVariables({ [POSTGRES_VARIABLE]: postgres.url });
  const pgbouncer = isPgbouncerWanted() ? await startPgbouncer(postgres.url, folder, PGBOUNCER) : undefined;
  if (pgbouncer !== undefined) setEnvironmentVariables({ [PGBOUNCER_VARIABLE]: pgbouncer.url });
  if ('env' in s3) setEnvironmentVariables(s3.env);
  const onExit = () => {
    pgbouncer?.kill();
    quit(postgres);
  };
  process.once('exit', onExit);
  return {
    stop: async () => {
      process.removeListener('exit', onExit);
      await pgbouncer?.stop();
      await Promise.all([postgres.stop(), 'stop' in s3 ? s3.stop() : undefined]);
      await removeCluster(folder);
      // Ignores the upload folders of services without SPOOL_DIR and the socket folders of killed database servers.
      const left = (await readdir(folder)).filter(
        (name) => name !== 'pgbouncer' && !/^holdfast-(?:spool|socket)-/.test(name),
      );
      await rm(folder, { recursive: true, force: true });
      return left;
    },
  };
}

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Returns the parent folder of the runs' folders. It is in memory if enough memory is free: tests create a thousand
 * databases of 300 files each, which takes a quarter of the tests' CPU time on a disk.
 */
async function chooseRunsFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  if (Math.min(bavail * bsize, freemem()) < NEEDED_BYTES) return tmpdir();
  return access(MEMORY, constants.W_OK).then(
    () => MEMORY,
    () => tmpdir(),
  );
}

async function clearUpKilledRuns(
  { stopAbandonedPostgres }: TestRunDependencies,
  runs: string,
): Promise<void> {
  for (const name of await readdir(runs)) {
    const pid = Number(FOLDER_NAME.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isRunning(pid)) continue;
    const folder = join(runs, name);
    try {
      await stopAbandonedPostgres({ folder });
      await removeCluster(folder);
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      printLine(`${folder} was left by a test run that was killed, and could not be cleared up: ${error}`);
    }
  }
}

/** Removes the database cluster in the folder, or the cluster to which a link in the folder points. */
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
    // Ignores the error: the process has already ended.
  }
}

function printLine(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
