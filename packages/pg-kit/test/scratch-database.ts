// For this package's own tests (testkit, which others use, is built on this package): a database on the run's server.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Database, type DatabaseSettings, openDatabase } from '../src/database/database.ts';
import { runServerUrl } from './env.ts';

export interface Scratch {
  url: string;
  /** Opens it again, as another replica would; closed with `end`. */
  open(settings?: Partial<DatabaseSettings>): Database<Record<string, never>>;
  /** Errors that `onError` was told of, by all that `open` opened. */
  errors: Error[];
  /** One statement as the superuser, on a connection of its own. */
  run(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Closes all and drops it. */
  end(): Promise<void>;
}

export async function scratchDatabase(): Promise<Scratch> {
  const server = runServerUrl();
  const name = `pgkit_${randomBytes(5).toString('hex')}`;
  await runOn(server, `create database ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
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
    run: (sql, values) => runOn(url, sql, values),
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
