// A PostgreSQL server of one test file's own, to be killed and started again; everything else uses testDatabase.
import { execFile } from 'node:child_process';
import { realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@holdfast/standalone/postgres';
import { atEndOfFile } from '../at-end.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const run = promisify(execFile);

export interface OwnPostgres {
  /** Holds its data, in `postgres/data`. */
  readonly folder: string;
  /** Changes with `restart`. */
  readonly server: EmbeddedPostgres;
  /** kill -9 of the server and all its processes. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  restart(): Promise<EmbeddedPostgres>;
}

interface OwnPostgresOptions {
  readonly unsafe?: boolean;
  /** Of PostgreSQL, by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Durable unless `unsafe`: what it acknowledged survives `kill`. Stopped at the end of the test file. */
export async function ownPostgres(options: OwnPostgresOptions = {}): Promise<OwnPostgres> {
  return postgresIn(await temporaryFolder(), options);
}

/** A streaming standby of it, with the same users and databases. Takes up its own data; the primary restarts for it. */
export async function ownStandby(
  primary: OwnPostgres,
  options: OwnPostgresOptions = {},
): Promise<OwnPostgres> {
  const folder = await temporaryFolder();
  await primary.server.stop();
  // With owners and modes: as root, the server runs as another user.
  await run('cp', ['-a', await realpath(join(primary.folder, 'postgres')), join(folder, 'postgres')]);
  const { port, password } = new URL((await primary.restart()).url);
  const data = join(folder, 'postgres', 'data');
  // That it is there counts, not what it holds.
  await run('cp', ['-p', join(data, 'PG_VERSION'), join(data, 'standby.signal')]);
  await writeFile(join(folder, 'postgres', 'connection.json'), JSON.stringify({ password }));
  const settings = {
    ...options.settings,
    primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password}`,
    wal_retrieve_retry_interval: '100ms',
  };
  return postgresIn(folder, { ...options, settings });
}

async function postgresIn(folder: string, options: OwnPostgresOptions): Promise<OwnPostgres> {
  // On a port, where proxies of tests and programs of other users reach it.
  const start = (port: number | 'any') => startEmbeddedPostgres({ folder, ...options, port });
  let server = await start('any');
  atEndOfFile(() => server.stop());
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
