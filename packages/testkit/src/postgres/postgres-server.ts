// PostgreSQL server for one test file, which may kill and restart the server. All other test files use
// createTestDatabase.
import { execFile } from 'node:child_process';
import { realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@holdfast/standalone/postgres';
import { addCleanup } from '../at-end.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { openSqlConnection } from './sql-by-hand.ts';

const run = promisify(execFile);

export interface TestPostgresServer {
  /** Parent folder. The data is in its subfolder `postgres/data`. */
  readonly folder: string;
  /** Running server. `restart` replaces this object. */
  readonly server: EmbeddedPostgres;
  /** Kills the server and all its processes. */
  kill(): Promise<void>;
  /** Restarts the server with the same data and port. */
  restart(): Promise<EmbeddedPostgres>;
}

interface OwnPostgresOptions {
  readonly unsafe?: boolean;
  /** PostgreSQL settings that override the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Port of the server. Default: any free port. */
  readonly port?: number;
  /** Port at which a standby connects to its primary. Default: the primary's own port. */
  readonly primaryPort?: number;
}

/**
 * Starts a server that stops at the end of the test file. Unless `unsafe` is set, acknowledged data survives `kill`.
 */
export async function startTestPostgres(options: OwnPostgresOptions = {}): Promise<TestPostgresServer> {
  return startPostgres(await createTemporaryFolder(), options);
}

/**
 * Starts a streaming standby from a copy of the primary's files, including users and databases. Restarts the primary.
 */
export async function startTestStandby(
  primary: TestPostgresServer,
  options: OwnPostgresOptions = {},
): Promise<TestPostgresServer> {
  const folder = await createTemporaryFolder();
  await primary.server.stop();
  // Preserves owners and modes, because the server has its own account if root starts it.
  await run('cp', ['-a', await realpath(join(primary.folder, 'postgres')), join(folder, 'postgres')]);
  return startStandby(folder, await primary.restart(), options);
}

/** Starts a streaming standby from a base backup of the running primary, whose `wal_keep_size` must be large enough. */
export async function startTestLiveStandby(
  primary: TestPostgresServer,
  options: OwnPostgresOptions = {},
): Promise<TestPostgresServer> {
  const folder = await createTemporaryFolder();
  const from = await realpath(join(primary.folder, 'postgres'));
  const home = join(folder, 'postgres');
  const data = join(home, 'data');
  await openSqlConnection(primary.server.url).transaction(async (query) => {
    await query(`select pg_backup_start('standby', true)`);
    // Files may disappear while they are copied. Replaying the write-ahead log makes the copy consistent.
    await run('cp', ['-a', from, home]).catch(() => undefined);
    const [stopped] = await query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await run('cp', ['-p', join(data, 'PG_VERSION'), join(data, 'backup_label')]);
    await writeFile(join(data, 'backup_label'), stopped!.labelfile);
    return 'rollback';
  });
  await Promise.all(
    ['postmaster.pid', 'postmaster.opts'].map((file) => rm(join(data, file), { force: true })),
  );
  return startStandby(folder, primary.server, options);
}

/** Starts a standby on a copy of the primary's files. */
async function startStandby(
  folder: string,
  primary: EmbeddedPostgres,
  options: OwnPostgresOptions,
): Promise<TestPostgresServer> {
  const { port: ownPort, password } = new URL(primary.url);
  const { primaryPort: port = ownPort, ...own } = options;
  const data = join(folder, 'postgres', 'data');
  // Copies any file, because PostgreSQL only checks whether standby.signal exists.
  await run('cp', ['-p', join(data, 'PG_VERSION'), join(data, 'standby.signal')]);
  await writeFile(join(folder, 'postgres', 'connection.json'), JSON.stringify({ password }));
  const settings = {
    ...own.settings,
    primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password}`,
    wal_retrieve_retry_interval: '100ms',
  };
  return startPostgres(folder, { ...own, settings });
}

async function startPostgres(
  folder: string,
  { port: wanted = 0, ...options }: OwnPostgresOptions,
): Promise<TestPostgresServer> {
  // Listens on a TCP port, so that proxies and programs with other accounts can connect.
  const start = (port: number | 'any') => startEmbeddedPostgres({ folder, ...options, port });
  let server = await start(wanted || 'any');
  addCleanup(() => server.stop());
  return {
    folder,
    get server() {
      return server;
    },
    kill: () => server.kill(),
    restart: async () => {
      server = await start(server.port ?? 'any');
      return server;
    },
  };
}
