// Opens PostgreSQL: one pool of limited size for Kysely, with time limits for slow queries and broken networks.

import { setTimeout as sleep } from 'node:timers/promises';
import { splitHosts } from '@holdfast/service-kit';
import { type IsolationLevel, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { getDriverConnection } from '../connections/driver-connection.ts';
import { DatabaseUnavailableError, findSqlState, toTypedError } from '../connections/errors.ts';
import {
  type CommittedNotices,
  createTypedPool,
  type DatabaseHooks,
  delayConnectionsWhileDiskFull,
  watchCommittedNotices,
  watchPool,
} from '../connections/pool.ts';
import { applySessionSettings } from '../connections/session-settings.ts';
import { type ConnectionSource, limitConnections } from '../connections/share.ts';
import { TypedCursor, valueTypes } from '../connections/value-types.ts';
import { sendLargeValuesImmediately } from '../raw/ask-statement.ts';
import { createConnectionSocket } from '../raw/row-tap.ts';
import { PostgresServers, StandbyServerError } from '../servers/servers.ts';

export interface DatabaseSettings {
  /**
   * URL `postgres://user:password@host:port/name`, with any parameters that node-postgres supports. If it contains
   * several hosts (`host1:port,host2:port`), the primary among them is used.
   */
  readonly url: string;
  /** True to accept a standby, for reads only. Default false. */
  readonly allowsStandby?: boolean;
  /** Maximum number of open connections. Default 10. */
  readonly poolSize?: number;
  /**
   * Number of connections that stay open even if they are idle. Default 2, so that reads continue while PostgreSQL
   * cannot open connections because its disk is full.
   */
  readonly keptConnections?: number;
  /** Time after which idle connections beyond `keptConnections` are closed. Default 60 s. */
  readonly idleTimeoutMs?: number;
  /** Application name in pg_stat_activity. */
  readonly applicationName: string;
  /** Called when an idle connection breaks. The pool replaces the connection, so the error only needs to be logged. */
  readonly onError: (error: Error) => void;
  /** Maximum time to wait for a connection, after which a request rejects (DatabaseUnavailableError). Default 10 s. */
  readonly connectTimeoutMs?: number;
  /** Time limit of a statement, after which PostgreSQL cancels it with SQLSTATE 57014. Default 60 s; 0: no limit. */
  readonly statementTimeoutMs?: number;
  /** Time limit for an idle transaction. Default 60 s. PostgreSQL then closes the connection. */
  readonly idleInTransactionTimeoutMs?: number;
  /** Configures the reporting of notices from committed transactions. */
  readonly committedNotices?: CommittedNotices;
  /** Hooks for events of the pool. */
  readonly hooks?: DatabaseHooks;
  /** Called with each new connection before its first use. If it rejects, the connection is closed and not used. */
  readonly admitConnection?: (client: pg.ClientBase) => Promise<void>;
}

export interface Database<DB> {
  readonly kysely: Kysely<DB>;
  readonly pool: pg.Pool;
  /** Separate connection for health checks, so that they work even if all connections of the pool are in use. */
  readonly checkPool: pg.Pool;
  /** Kysely on the health check connection, for checks that need several queries. */
  readonly checks: Kysely<DB>;
  /** Checks whether another configured server has become the primary. Call this periodically. */
  lookAround(): Promise<void>;
  /**
   * Returns the same database for one kind of query, which may use at most `connections` connections of the pool.
   * Queries beyond that wait in order, and reject with DatabaseUnavailableError after `waitMs` (default 60 s).
   */
  share(connections: number, waitMs?: number): DatabaseShare<DB>;
  /** Waits up to `timeoutMs` (default 10 s) until no connection is in use, then closes all sockets. */
  close(timeoutMs?: number): Promise<void>;
}

export interface DatabaseShare<DB> {
  readonly kysely: Kysely<DB>;
  readonly pool: ConnectionSource;
}

/** Database or transaction in which queries run. For code that contains no SQL and only passes the database on. */
export type Executor<DB> = Kysely<DB>;

/** Pool for prepared statements and streams, which bypass Kysely. */
export type Pool = pg.Pool;

/** Creates the pool without connecting; the first query connects. `checkDatabase` tests the connection. */
export function openDatabase<DB>(settings: DatabaseSettings): Database<DB> {
  const servers = new PostgresServers(splitHosts(settings.url), connectTimeoutMs(settings));
  const Client = servers.clientClass();
  const session = {
    statementTimeoutMs: statementTimeoutMs(settings),
    idleInTransactionTimeoutMs: settings.idleInTransactionTimeoutMs ?? 60_000,
  };
  const pool = new pg.Pool({
    ...poolConfig(settings),
    Client,
    onConnect: async (client: pg.ClientBase) => {
      if (settings.committedNotices) watchCommittedNotices(client, settings.committedNotices);
      await applySessionSettings(client, session);
      if (!settings.allowsStandby) await servers.admit(client);
      await settings.admitConnection?.(client);
    },
  });
  servers.follow(pool);
  delayConnectionsWhileDiskFull(pool, connectTimeoutMs(settings));
  watchPool(pool, settings.hooks ?? {});
  pool.on('error', (error) => settings.onError(error));
  // A connection that breaks between two statements of a transaction emits an error. Without a listener, this error
  // would end the process. The next query on the connection fails and reports the problem.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('connect', (client) => sendLargeValuesImmediately(getDriverConnection(client)));
  const inUse = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  const checkPool = new pg.Pool({
    ...buildCheckPoolConfig(settings),
    Client,
    onConnect: async (client: pg.ClientBase) => {
      await applySessionSettings(client, session);
      if (!settings.allowsStandby) await servers.admitCheck(client);
    },
  });
  servers.follow(checkPool);
  checkPool.on('error', (error) => settings.onError(error));
  checkPool.on('connect', (client) => client.on('error', () => undefined));
  const kyselyOn = (source: ConnectionSource, of = pool) => {
    const typed = createTypedPool(of, source, {
      answerTimeoutMs: answerTimeoutMs(settings),
      ...servers.confirmation,
    });
    return new Kysely<DB>({ dialect: new PostgresDialect({ pool: typed, cursor: TypedCursor }) });
  };
  let closing: Promise<void> | undefined;
  return {
    kysely: kyselyOn(pool),
    pool,
    checkPool,
    checks: kyselyOn(checkPool, checkPool),
    lookAround: () => (settings.allowsStandby ? Promise.resolve() : servers.lookAround()),
    share: (connections, waitMs = 60_000) => {
      const share = limitConnections(pool, connections, waitMs);
      return { kysely: kyselyOn(share), pool: share };
    },
    close: (timeoutMs = 10_000) => {
      closing ??= Promise.all([endPool(pool, inUse, timeoutMs), checkPool.end()]).then(() => undefined);
      return closing;
    },
  };
}

interface CheckableDatabase {
  readonly checkPool: pg.Pool;
  lookAround?(): Promise<void>;
}

/**
 * Resolves if the database responds and is a primary. Otherwise rejects with StandbyServerError,
 * DatabaseUnavailableError or another error. Not for read replicas.
 */
export async function checkDatabase({ checkPool, lookAround }: CheckableDatabase): Promise<void> {
  await lookAround?.();
  try {
    const { rows } = await checkPool.query<{ isStandby: boolean }>(
      'select pg_is_in_recovery() as "isStandby"',
    );
    if (rows[0]!.isStandby) throw new StandbyServerError();
  } catch (error) {
    throw toTypedError(error);
  }
}

function poolConfig(settings: DatabaseSettings): pg.PoolConfig {
  return {
    connectionString: splitHosts(settings.url)[0],
    application_name: settings.applicationName,
    max: settings.poolSize ?? 10,
    min: settings.keptConnections ?? KEPT_CONNECTIONS,
    idleTimeoutMillis: settings.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
    connectionTimeoutMillis: connectTimeoutMs(settings),
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    types: valueTypes,
    stream: createConnectionSocket,
  };
}

const KEPT_CONNECTIONS = 2;
/** Default idle timeout. It keeps connections open from one run of periodic work to the next. */
const IDLE_TIMEOUT_MS = 60_000;
const CHECK_TIMEOUT_MS = 5_000;

/** Returns the configuration of the health check connection, which is closed and replaced after a timeout. */
function buildCheckPoolConfig(settings: DatabaseSettings): pg.PoolConfig {
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

/** Maximum time to wait for a response that may be lost (0: no limit). PostgreSQL cancels slow statements earlier. */
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
  /** Maximum number of attempts. Default 5. */
  readonly attempts?: number;
  /** Returns a random number in [0, 1), for the pause between attempts. Default Math.random. */
  readonly random?: () => number;
}

const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 500;

/**
 * Runs `work` in a transaction and commits it. On SQLSTATE 40001 or 40P01, rolls back and runs `work` again, so `work`
 * must have no effects outside the transaction. Rejects with DatabaseUnavailableError if the last attempt fails in this
 * way.
 */
export async function runInTransaction<DB, Result>(
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
  const state = findSqlState(error);
  return state === '40001' || state === '40P01';
}
