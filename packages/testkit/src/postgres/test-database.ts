// Databases for tests on the run's PostgreSQL server. A database is empty or a copy of a template. Each template is
// prepared once per run.
import { randomBytes } from 'node:crypto';
import { type Database, openDatabase, withAdvisoryLock } from '@holdfast/pg-kit';
import { addCleanup } from '../at-end.ts';
import { readPostgresServerUrl, readPostgresUrlForPrograms } from '../env.ts';

export interface TestDatabase {
  /** Connection URL of the database owner, who has all privileges. */
  readonly url: string;
  readonly name: string;
  /** Runs a statement, for example to create old data or other states that no operation can create. */
  execute(statement: string, values?: readonly unknown[]): Promise<void>;
  /** Terminates all sessions and drops the database. Called automatically at the end of the test file. */
  drop(): Promise<void>;
}

export interface DatabaseTemplate {
  /** Name of the template. Templates with different content need different names. */
  readonly name: string;
  /** Prepares the template in an empty database, once per test run. The function must close its connections. */
  prepare(url: string): Promise<unknown>;
}

// Copies the template's files instead of logging each page. On a server without fsync, this takes half the time.
const STRATEGY = 'strategy file_copy';

/** Creates a database: empty, or a copy of the template. */
export async function createTestDatabase(
  options: { template?: DatabaseTemplate } = {},
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const from = options.template === undefined ? 'template0' : await ensureTemplateDatabase(options.template);
  await connectToServer().pool.query(`create database ${name} template ${from} ${STRATEGY}`);
  const direct = buildUrl(readPostgresServerUrl(), name);
  const database: TestDatabase = {
    url: buildUrl(readPostgresUrlForPrograms(), name),
    name,
    execute: (statement, values = []) =>
      withDatabase(direct, ({ pool }) => pool.query(statement, [...values])),
    drop: () => dropDatabase(connectToServer(), name),
  };
  addCleanup(database.drop);
  return database;
}

/** Terminates every session of the database. Clients receive SQLSTATE 57P01, as after a restart of the server. */
export async function endSessions(name: string): Promise<void> {
  await connectToServer().pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [name],
  );
}

/** Names of existing templates. Templates are not removed during a run, and each worker loads this module once. */
const finishedTemplates = new Set<string>();

async function ensureTemplateDatabase(template: DatabaseTemplate): Promise<string> {
  const name = `template_${template.name.replaceAll(/[^a-z0-9]/gi, '_').toLowerCase()}`;
  if (finishedTemplates.has(name)) return name;
  // Uses a separate pool. With a shared pool, concurrent calls could deadlock: each holds one connection for the lock
  // and waits for a second one.
  await withDatabase(readPostgresServerUrl(), (server) =>
    withAdvisoryLock(server.pool, name, async () => {
      const { rowCount } = await server.pool.query('select from pg_database where datname = $1', [name]);
      if (rowCount === 1) return;
      const unfinished = `${name}_unfinished`;
      await dropDatabase(server, unfinished);
      await server.pool.query(`create database ${unfinished} template template0 ${STRATEGY}`);
      await template.prepare(buildUrl(readPostgresServerUrl(), unfinished));
      await server.pool.query(`alter database ${unfinished} rename to ${name}`);
    }),
  );
  finishedTemplates.add(name);
  return name;
}

async function dropDatabase(server: Database<never>, name: string): Promise<void> {
  await server.pool.query(`drop database if exists ${name} with (force)`);
}

let serverConnections: Database<never> | undefined;

/** Returns connections that all calls in a test file share, because logging in takes as long as creating a database. */
function connectToServer(): Database<never> {
  if (serverConnections !== undefined) return serverConnections;
  const opened = openServerConnections(readPostgresServerUrl());
  serverConnections = opened;
  addCleanup(() => {
    serverConnections = undefined;
    return opened.close();
  });
  return opened;
}

async function withDatabase(
  url: string,
  work: (database: Database<never>) => Promise<unknown>,
): Promise<void> {
  const database = openServerConnections(url);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

function openServerConnections(url: string): Database<never> {
  return openDatabase<never>({ url, applicationName: 'testkit', onError: () => undefined });
}

function buildUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
