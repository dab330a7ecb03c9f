// Opening PostgreSQL: one bounded pool, Kysely on it, and limits that keep a bad query or a dead network from holding
// anything for ever.

import { setTimeout as sleep } from 'node:timers/promises';
import { type IsolationLevel, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { connectionOf } from '../connections/driver-connection.ts';
import { DatabaseUnavailableError, sqlState, typedError } from '../connections/errors.ts';
import { type DatabaseHooks, typedPool, waitWhileFull, watchPool } from '../connections/pool.ts';
import { type ConnectionSource, shareOf } from '../connections/share.ts';
import { Cursor, valueTypes } from '../connections/value-types.ts';
import { sendLargeValuesAtOnce } from '../raw/ask-statement.ts';
import { connectionSocket } from '../raw/row-tap.ts';

export interface DatabaseSettings {
  /** `postgres://user:password@host:port/name`, with the parameters node-postgres understands. */
  readonly url: string;
  /** Most connections open at once; default 10. Once open, they stay open. */
  readonly poolSize?: number;
  /** Seen in pg_stat_activity. */
  readonly applicationName: string;
  /** Called when a connection breaks that nobody is waiting on. The pool replaces it; log it. */
  readonly onError: (error: Error) => void;
  /** Wait for a free or new connection; default 10 s. Then DatabaseUnavailableError. */
  readonly connectTimeoutMs?: number;
  /** One statement; default 60 s, 0 = no limit. PostgreSQL cancels it with SQLSTATE 57014. */
  readonly statementTimeoutMs?: number;
  /** A transaction in which nothing happens; default 60 s. PostgreSQL ends its connection. */
  readonly idleInTransactionTimeoutMs?: number;
  /** Told of what happens in the pool. */
  readonly hooks?: DatabaseHooks;
  /**
   * Called with each new connection of the pool, which nobody uses before this has resolved. When it rejects, the connection is
   * closed, and whoever asked for one gets the error.
   */
  readonly admitConnection?: (client: pg.ClientBase) => Promise<void>;
}

export interface Database<DB> {
  readonly kysely: Kysely<DB>;
  readonly pool: pg.Pool;
  /** One connection beside the pool, for checks: however busy the pool is, it says whether PostgreSQL can be used. */
  readonly checkPool: pg.Pool;
  /** The same connection, for checks that ask more than one question. */
  readonly checks: Kysely<DB>;
  /**
   * The same database for one kind of query, which then uses `connections` of the pool at most. Who must wait for one of
   * them does so in order, and for no longer than `waitMs` (default 60 s): then DatabaseUnavailableError.
   */
  share(connections: number, waitMs?: number): DatabaseShare<DB>;
  /** Waits for connections in use, but no longer than `timeoutMs` (default 10 s): then their sockets are closed. */
  close(timeoutMs?: number): Promise<void>;
}

export interface DatabaseShare<DB> {
  readonly kysely: Kysely<DB>;
  readonly pool: ConnectionSource;
}

/** The database or a transaction, on which queries run. For code that passes it on and writes no SQL. */
export type Executor<DB> = Kysely<DB>;

/** The connections themselves, for what is asked past Kysely: prepared statements, streams. */
export type Pool = pg.Pool;

/** Opens nothing yet: the first query connects. `checkDatabase` says whether it can. */
export function openDatabase<DB>(settings: DatabaseSettings): Database<DB> {
  const { admitConnection } = settings;
  const pool = new pg.Pool({
    ...poolConfig(settings),
    ...(admitConnection && { onConnect: (client: pg.ClientBase) => admitConnection(client) }),
  });
  waitWhileFull(pool, connectTimeoutMs(settings));
  watchPool(pool, settings.hooks ?? {});
  pool.on('error', (error) => settings.onError(error));
  // A connection that breaks while it is checked out but idle (between two statements of a transaction) emits an error
  // that would end the process if nobody listened. Its next query fails, which is how its user learns of it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('connect', (client) => sendLargeValuesAtOnce(connectionOf(client)));
  const inUse = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  const checkPool = new pg.Pool(checkPoolConfig(settings));
  checkPool.on('error', (error) => settings.onError(error));
  const kyselyOn = (source: ConnectionSource, of = pool) => {
    const typed = typedPool(of, source, answerTimeoutMs(settings));
    return new Kysely<DB>({ dialect: new PostgresDialect({ pool: typed, cursor: Cursor }) });
  };
  let closing: Promise<void> | undefined;
  return {
    kysely: kyselyOn(pool),
    pool,
    checkPool,
    checks: kyselyOn(checkPool, checkPool),
    share: (connections, waitMs = 60_000) => {
      const share = shareOf(pool, connections, waitMs);
      return { kysely: kyselyOn(share), pool: share };
    },
    close: (timeoutMs = 10_000) => {
      closing ??= Promise.all([endPool(pool, inUse, timeoutMs), checkPool.end()]).then(() => undefined);
      return closing;
    },
  };
}

/** Readiness: resolves when a query is answered, else rejects (DatabaseUnavailableError and others). */
export async function checkDatabase({ checkPool }: { checkPool: pg.Pool }): Promise<void> {
  try {
    await checkPool.query('select 1');
  } catch (error) {
    throw typedError(error);
  }
}

function poolConfig(settings: DatabaseSettings): pg.PoolConfig {
  return {
    connectionString: settings.url,
    application_name: settings.applicationName,
    max: settings.poolSize ?? 10,
    // What was opened stays open: where the disk of PostgreSQL is full, it may be unable to open another one.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectTimeoutMs(settings),
    statement_timeout: statementTimeoutMs(settings),
    idle_in_transaction_session_timeout: settings.idleInTransactionTimeoutMs ?? 60_000,
    // A query whose client is gone ends within this time, rather than when its first row cannot be sent.
    // Compiled code pays for queries of minutes: where an estimate is high, it would take longer to make than to look up.
    options: '-c client_connection_check_interval=10s -c jit=off',
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    types: valueTypes,
    stream: connectionSocket,
  };
}

const CHECK_TIMEOUT_MS = 5_000;

/** A check that is not answered gives its connection up, so that the next one has a new one. */
function checkPoolConfig(settings: DatabaseSettings): pg.PoolConfig {
  return {
    ...poolConfig(settings),
    max: 1,
    connectionTimeoutMillis: Math.min(connectTimeoutMs(settings), CHECK_TIMEOUT_MS),
    query_timeout: CHECK_TIMEOUT_MS,
  };
}

function connectTimeoutMs(settings: DatabaseSettings): number {
  return settings.connectTimeoutMs ?? 10_000;
}

function statementTimeoutMs(settings: DatabaseSettings): number {
  return settings.statementTimeoutMs ?? 60_000;
}

/** PostgreSQL ends a statement by its own clock; this one is for when its answer cannot reach us. 0 = no limit. */
function answerTimeoutMs(settings: DatabaseSettings): number {
  const limitMs = statementTimeoutMs(settings);
  return limitMs === 0 ? 0 : limitMs + 10_000;
}

async function endPool(pool: pg.Pool, inUse: Set<pg.PoolClient>, timeoutMs: number): Promise<void> {
  const { promise: tooLate, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    for (const client of inUse) client.end().catch(() => undefined);
    resolve();
  }, timeoutMs);
  await Promise.race([pool.end(), tooLate]);
  clearTimeout(timer);
}

interface TransactionOptions {
  readonly isolation?: IsolationLevel;
  /** Tries in all; default 5. */
  readonly attempts?: number;
  /** 0 ≤ n < 1, for the pause between tries; default Math.random. */
  readonly random?: () => number;
}

const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 500;

/**
 * Runs `work` in a transaction and commits. On SQLSTATE 40001 or 40P01 everything is rolled back and `work` runs again,
 * so it must have no effects outside the transaction. Out of attempts: DatabaseUnavailableError, which a client may retry.
 */
export async function inTransaction<DB, Result>(
  db: Kysely<DB>,
  work: (transaction: Transaction<DB>) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  const { attempts = 5, random = Math.random } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await begin(db, options).execute(work);
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      if (attempt >= attempts) {
        throw new DatabaseUnavailableError(`a transaction gave way to others ${attempts} times`, {
          cause: error,
        });
      }
      await sleep(random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (attempt - 1)));
    }
  }
}

function begin<DB>(db: Kysely<DB>, { isolation }: TransactionOptions) {
  return isolation === undefined ? db.transaction() : db.transaction().setIsolationLevel(isolation);
}

function isRepeatable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}
