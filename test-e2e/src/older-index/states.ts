// Saves earlier states of a database and restores them, either with PostgreSQL's own copies or as copies of the data
// folder.
import { execFile } from 'node:child_process';
import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openSqlConnection, type TestPostgresServer } from '@holdfast/testkit';

export interface EarlierState {
  readonly place: string;
}

/** Saves and restores states of the database. No client may be connected meanwhile. */
export interface EarlierStates {
  readonly name: string;
  databaseUrl(): string;
  take(): Promise<EarlierState>;
  putBack(state: EarlierState): Promise<void>;
  forget(state: EarlierState): Promise<void>;
}

const DATABASE = 'older_index';

/** Creates the database that is saved and restored. */
export async function makeDatabase(postgres: TestPostgresServer): Promise<void> {
  await openSqlConnection(postgres.server.url).query(`create database ${DATABASE}`);
}

export function createDatabaseCopies(postgres: TestPostgresServer): EarlierStates {
  let taken = 0;
  const { query } = openSqlConnection(postgres.server.url);
  const name = DATABASE;
  return {
    name: 'copy of the database',
    databaseUrl: () => urlOf(postgres),
    async take() {
      const place = `${name}_${++taken}`;
      await query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
      await query(`create database ${place} template ${name}`);
      return { place };
    },
    async putBack({ place }) {
      await query(`drop database ${name} with (force)`);
      await query(`create database ${name} template ${place}`);
    },
    async forget({ place }) {
      await query(`drop database ${place}`);
    },
  };
}

/** Copies the data folder. Stops the server for each copy. */
export function createFolderCopies(postgres: TestPostgresServer): EarlierStates {
  const folder = () => realpath(join(postgres.folder, 'postgres'));
  const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);
  let taken = 0;
  return {
    name: 'data folder of PostgreSQL',
    databaseUrl: () => urlOf(postgres),
    async take() {
      const place = `${await folder()}-earlier-${++taken}`;
      await postgres.server.stop();
      await copy(join(await folder(), 'data'), place);
      await postgres.restart();
      return { place };
    },
    async putBack({ place }) {
      await postgres.server.stop();
      const data = join(await folder(), 'data');
      await rm(data, { recursive: true });
      await copy(place, data);
      await postgres.restart();
    },
    forget: ({ place }) => rm(place, { recursive: true }),
  };
}

function urlOf({ server }: TestPostgresServer): string {
  const url = new URL(server.url);
  url.pathname = `/${DATABASE}`;
  return url.href;
}
