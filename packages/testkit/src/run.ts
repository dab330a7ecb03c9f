// The servers of one Jest run: one PostgreSQL, and an S3 server where there can be one. They live in a folder of their
// own that names the process it belongs to, so that the next run can clear up after one that was killed.

import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  EmbeddedPostgres,
  startEmbeddedPostgres,
  stopAbandonedPostgres,
} from '@holdfast/standalone/postgres';
import { POSTGRES_VARIABLE, publish } from './env.ts';
import { isRunning } from './is-running.ts';
import type { startS3ForTests } from './s3-server.ts';

export interface RunDependencies {
  readonly startEmbeddedPostgres: typeof startEmbeddedPostgres;
  readonly stopAbandonedPostgres: typeof stopAbandonedPostgres;
  /** Says itself, loudly, when this machine cannot have one. */
  readonly startS3ForTests: typeof startS3ForTests;
}

const FOLDER_NAME = /^holdfast-run-(\d+)-/;

/** Starts them and tells this process's children where they are. */
export async function startRun(dependencies: RunDependencies): Promise<{ stop(): Promise<void> }> {
  await clearUpKilledRuns(dependencies);
  const folder = await mkdtemp(join(tmpdir(), `holdfast-run-${process.pid}-`));
  await chmod(folder, 0o711); // as root, the server runs as another user
  const [postgres, s3] = await Promise.all([
    dependencies.startEmbeddedPostgres({ folder, port: 'any', unsafe: true, log: say }),
    dependencies.startS3ForTests(),
  ]);
  publish({ [POSTGRES_VARIABLE]: postgres.url });
  if ('env' in s3) publish(s3.env);
  const onExit = () => quit(postgres);
  process.once('exit', onExit);
  return {
    stop: async () => {
      process.removeListener('exit', onExit);
      await Promise.all([postgres.stop(), 'stop' in s3 ? s3.stop() : undefined]);
      await remove(folder);
    },
  };
}

async function clearUpKilledRuns({ stopAbandonedPostgres }: RunDependencies): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(FOLDER_NAME.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isRunning(pid)) continue;
    const folder = join(tmpdir(), name);
    try {
      await stopAbandonedPostgres({ folder });
      await remove(folder);
    } catch (error) {
      say(`${folder} was left by a test run that was killed, and could not be cleared up: ${error}`);
    }
  }
}

/** The cluster may lie elsewhere, with a link to it in the folder. */
async function remove(folder: string): Promise<void> {
  const cluster = await realpath(join(folder, 'postgres')).catch(() => undefined);
  if (cluster !== undefined) await rm(cluster, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}

function quit(postgres: EmbeddedPostgres): void {
  try {
    process.kill(postgres.pid, 'SIGQUIT');
  } catch {
    // it ended before us
  }
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
