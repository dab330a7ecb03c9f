// Bringing a schema up to date at start, by one replica at a time.
import { Kysely, PostgresDialect } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { withAdvisoryLock } from './advisory-lock.ts';
import type { Database } from './database.ts';
import { typedError } from './errors.ts';
import { typedPool } from './typed-pool.ts';

/** By name; run in the order of their names. A released one is never changed or renamed. */
export type Migrations = Readonly<Record<string, Migration>>;

export interface MigrateOptions {
  /** Whose migrations these are, when several schemas share one database: names the tables that remember them. */
  owner?: string;
  /** Told in plain words what is waited for and what was done. */
  log?: (sentence: string) => void;
}

const logEveryMs = 5_000;

/**
 * Runs what has not run yet, in one transaction: all or nothing. Replicas that start at once wait for the first.
 * Returns the names of the migrations it ran. No statement timeout applies.
 */
export async function migrate(
  database: Pick<Database<never>, 'pool'>,
  migrations: Migrations,
  options: MigrateOptions = {},
): Promise<string[]> {
  const { owner = 'kysely', log = () => undefined } = options;
  const pool = patientPool(database.pool);
  let logged = Number.NEGATIVE_INFINITY;
  const onWait = (waitedMs: number) => {
    if (waitedMs - logged < logEveryMs) return;
    logged = waitedMs;
    log(
      `Waiting for another replica to bring the database's schema up to date (${Math.round(waitedMs / 1000)} s).`,
    );
  };
  try {
    const run = () => runMigrations(pool, migrations, owner);
    const outcome = await withAdvisoryLock(pool, `migrate ${owner}`, run, { onWait });
    const names = outcome.acquired ? outcome.result : [];
    if (names.length > 0) log(`Brought the database's schema up to date: ${names.join(', ')}.`);
    return names;
  } finally {
    await pool.end();
  }
}

/** Migrations may take long, and need a connection beside the one that holds the lock. */
function patientPool({ options }: pg.Pool): pg.Pool {
  const pool = new pg.Pool({
    ...options,
    password: options.password,
    max: 2,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function runMigrations(pool: pg.Pool, migrations: Migrations, owner: string): Promise<string[]> {
  const migrator = new Migrator({
    db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: typedPool(pool, 0) }) }),
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: `${owner}_migration`,
    migrationLockTableName: `${owner}_migration_lock`,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined)
    throw explained(typedError(error), results.find(({ status }) => status === 'Error')?.migrationName);
  return results.map(({ migrationName }) => migrationName);
}

function explained(error: unknown, migrationName: string | undefined): unknown {
  if (migrationName === undefined || !(error instanceof Error)) return error;
  return new Error(`Migration "${migrationName}" failed: ${error.message}`, { cause: error });
}
