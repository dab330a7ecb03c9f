// Migrates the schema when a service starts. Only one replica at a time does this.
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { rethrowTyped, toTypedError } from '../connections/errors.ts';
import { createTypedPool } from '../connections/pool.ts';
import { applySessionSettings } from '../connections/session-settings.ts';
import { withAdvisoryLock } from '../database/advisory-lock.ts';
import type { Database } from '../database/database.ts';
import { refuseSharedSessions } from '../database/shared-sessions.ts';
import { refuseOldServer } from '../servers/old-server.ts';
import {
  computeFingerprint,
  listNewerMigrations,
  type Migrations,
  type RanMigration,
  type SchemaChange,
} from './schema-history.ts';

interface MigrateOptions {
  /** Owner of the migrations, if several schemas share a database. Part of the names of the history tables. */
  readonly owner?: string;
  /** Called with sentences about waiting and progress. */
  readonly log?: (sentence: string) => void;
}

const LOG_EVERY_MS = 5_000;

/**
 * Runs all pending migrations in one transaction, without a statement timeout. If several replicas start at the same
 * time, one runs the migrations and the others wait. Returns the names of the migrations that it ran, or none if the
 * schema is newer but works with this version. Throws SchemaRefusedError if the schema is too new or does not match
 * these migrations, SharedSessionsError if a proxy pools transactions (the migration lock would not work), or
 * OldServerError.
 */
export async function applyMigrations(
  database: Pick<Database<never>, 'pool'>,
  migrations: Migrations,
  options: MigrateOptions = {},
): Promise<string[]> {
  const { owner = 'kysely', log = () => undefined } = options;
  // Connects once to find the primary among several servers, because the pool for migrations does not search for it.
  (await database.pool.connect().catch(rethrowTyped)).release();
  const pool = createUnlimitedPool(database.pool);
  let logged = Number.NEGATIVE_INFINITY;
  const onWait = (waitedMs: number) => {
    if (waitedMs - logged < LOG_EVERY_MS) return;
    logged = waitedMs;
    log(
      `Waiting for another replica to bring the database's schema up to date (${Math.round(waitedMs / 1000)} s).`,
    );
  };
  try {
    await refuseSharedSessions(pool);
    await refuseOldServer(pool);
    const run = () => runMigrations(pool, migrations, { owner, log });
    const outcome = await withAdvisoryLock(pool, `migrate ${owner}`, run, { onWait });
    const names = outcome.acquired ? outcome.result : [];
    if (names.length > 0) log(`Brought the database's schema up to date: ${names.join(', ')}.`);
    return names;
  } finally {
    await pool.end();
  }
}

/** Returns a pool without time limits, because migrations may be slow. Of its two connections, one holds the lock. */
function createUnlimitedPool({ options }: pg.Pool): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    password: options.password,
    max: 2,
    onConnect: async (client: pg.ClientBase) => {
      await options.onConnect?.(client);
      await applySessionSettings(client, { statementTimeoutMs: 0, idleInTransactionTimeoutMs: 0 });
    },
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function runMigrations(
  pool: pg.Pool,
  migrations: Migrations,
  { owner, log }: Required<MigrateOptions>,
): Promise<string[]> {
  const ran = await listRanMigrations(pool, owner);
  const newer = await listNewerMigrations(migrations, ran);
  if (newer.length > 0) {
    log(`The database's schema is newer than this version, which can work on it: ${newer.join(', ')}.`);
    return [];
  }
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: createTypedPool(pool, pool, { answerTimeoutMs: 0 }) }),
  });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => addHistoryRecording(migrations, owner) },
    migrationTableName: `${owner}_migration`,
    migrationLockTableName: `${owner}_migration_lock`,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined)
    throw explainMigrationError(
      toTypedError(error),
      results.find(({ status }) => status === 'Error')?.migrationName,
    );
  for (const { name } of ran.filter(({ fingerprint }) => fingerprint === null)) {
    await recordMigration(db, { name, migration: migrations[name]!, owner });
  }
  return results.map(({ migrationName }) => migrationName);
}

/**
 * Returns the migrations that were run in a database for this owner, sorted by name, which is the order of execution.
 */
export async function listRanMigrations(pool: pg.Pool, owner: string): Promise<RanMigration[]> {
  const { rows: tables } = await pool.query(
    'select to_regclass($1) is not null as old, to_regclass($2) is not null as told',
    [`${owner}_migration`, `${owner}_schema_change`],
  );
  const [{ old, told }] = tables as [{ old: boolean; told: boolean }];
  if (!old) return [];
  const said = told
    ? `select works_with as "worksWith", fingerprint from ${owner}_schema_change where name = ran.name`
    : 'select null as "worksWith", null as fingerprint';
  const { rows } = await pool.query<RanMigration>(
    `select ran.name, said."worksWith", said.fingerprint
     from ${owner}_migration ran left join lateral (${said}) said on true order by ran.name collate "C"`,
  );
  return rows;
}

/** Extends each migration to record itself in the history, in the same transaction. */
function addHistoryRecording(migrations: Migrations, owner: string): Record<string, Migration> {
  const entries = Object.entries(migrations).map(([name, migration]): [string, Migration] => {
    const up = async (db: Kysely<unknown>) => {
      await migration.up(db);
      await recordMigration(db, { name, migration, owner });
    };
    return [name, { ...migration, up }];
  });
  return Object.fromEntries(entries);
}

async function recordMigration(
  db: Kysely<unknown>,
  { name, migration, owner }: { name: string; migration: SchemaChange; owner: string },
): Promise<void> {
  const table = sql.table(`${owner}_schema_change`);
  const fingerprint = await computeFingerprint(migration);
  await sql`create table if not exists ${table} (name text primary key, works_with text, fingerprint text)`.execute(
    db,
  );
  await sql`insert into ${table} values (${name}, ${migration.worksWith ?? null}, ${fingerprint})
    on conflict do nothing`.execute(db);
}

function explainMigrationError(error: unknown, migrationName: string | undefined): unknown {
  if (migrationName === undefined || !(error instanceof Error)) return error;
  return new Error(`Migration "${migrationName}" failed: ${error.message}`, { cause: error });
}
