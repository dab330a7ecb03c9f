// A temporary database on the PostgreSQL of the test run. This package cannot use testkit's database helper, because
// testkit depends on this package.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, type DatabaseSettings, openDatabase } from '../src/database/database.ts';
import { readProgramServerUrl, readServerUrl } from './env.ts';

export interface Scratch {
  url: string;
  /** Opens the database once more, as another replica would. `end` closes it. */
  open(settings?: Partial<DatabaseSettings>): Database<Record<string, never>>;
  /** Errors that any opened database has passed to `onError`. */
  errors: Error[];
  /** Runs one statement as the superuser, on a separate connection. */
  run(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Closes and drops the database. */
  end(): Promise<void>;
}

export async function createScratchDatabase(): Promise<Scratch> {
  const server = readServerUrl();
  const name = `pgkit_${randomBytes(5).toString('hex')}`;
  await runOn(server, `create database ${name}`);
  const at = (base: string) => Object.assign(new URL(base), { pathname: `/${name}` }).href;
  const [url, direct] = [at(readProgramServerUrl()), at(server)];
  const opened: Database<Record<string, never>>[] = [];
  const errors: Error[] = [];
  return {
    url,
    errors,
    open: (settings = {}) => {
      const onError = (error: Error) => errors.push(error);
      const database = openDatabase<Record<string, never>>({
        url,
        applicationName: 'test',
        onError,
        ...settings,
      });
      opened.push(database);
      return database;
    },
    run: (sql, values) => runOn(direct, sql, values),
    end: async () => {
      await Promise.all(opened.map((database) => database.close(1_000)));
      await runOn(server, `drop database ${name} with (force)`);
    },
  };
}

async function runOn(url: string, sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}
