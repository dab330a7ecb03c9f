// Extends a pg pool. The extended pool waits while PostgreSQL cannot open connections, reports waiting times and query
// durations to hooks, reports notices of committed transactions, and provides typed errors (errors.ts) to Kysely.
import { AsyncResource } from 'node:async_hooks';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { getDriverConnection } from './driver-connection.ts';
import { DatabaseUnavailableError, findSqlState, rethrowTyped, toTypedError } from './errors.ts';
import type { ConnectionSource } from './share.ts';

const DISK_FULL = '53100';
/** Interval between attempts to open a connection while PostgreSQL's disk is full. */
const TRY_AGAIN_MS = 250;

/**
 * Makes requests wait if PostgreSQL cannot open a connection because its disk is full. A new session may have to write
 * a catalogue file. Open connections can read without disk space, and one of them will soon be released. The usual time
 * limit for getting a connection applies.
 */
export function delayConnectionsWhileDiskFull(pool: pg.Pool, timeoutMs: number): void {
  const connect = pool.connect.bind(pool) as Connect;
  // Waiters in arrival order. A released connection wakes only the first waiter, so that waiters do not compete for it.
  const waiting = new Set<() => void>();
  const wakeFirst = (): void => {
    const [first] = waiting;
    first?.();
  };
  pool.on('release', wakeFirst);
  pool.on('connect', wakeFirst);
  let trying: NodeJS.Timeout | undefined;

  const turn = (waitMs: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => wake(), waitMs);
      const wake = (): void => {
        clearTimeout(timer);
        waiting.delete(wake);
        if (waiting.size === 0) clearInterval(trying);
        resolve();
      };
      if (waiting.size === 0) trying = setInterval(wakeFirst, TRY_AGAIN_MS);
      waiting.add(wake);
    });

  const connectLater = async (error: unknown): Promise<pg.PoolClient> => {
    const deadlineMs = performance.now() + timeoutMs;
    for (let last = error; ; ) {
      const leftMs = deadlineMs - performance.now();
      if (!isDiskFull(last) || leftMs <= 0) throw last;
      await turn(leftMs);
      try {
        return await (connect() as Promise<pg.PoolClient>);
      } catch (thrown) {
        last = thrown;
      }
    }
  };

  const patient: Connect = (callback) => {
    if (callback === undefined) return (connect() as Promise<pg.PoolClient>).catch(connectLater);
    return connect((error, client, release) => {
      if (!isDiskFull(error)) return callback(error, client, release);
      void connectLater(error).then(
        (later) => callback(undefined, later, later.release),
        (thrown) => callback(thrown, undefined, () => undefined),
      );
    });
  };
  pool.connect = patient as pg.Pool['connect'];
}

type Callback = (error: unknown, client: pg.PoolClient | undefined, release: unknown) => void;
type Connect = (callback?: Callback) => Promise<pg.PoolClient> | undefined;

function isDiskFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === DISK_FULL;
}

export interface DatabaseHooks {
  /**
   * Called after a request had to wait because all connections were in use, even if the request then failed. Must not
   * throw.
   */
  onWait?(durationMs: number): void;
  /**
   * Called when a statement has finished, in the AsyncLocalStorage context of the query. `verb` is the statement's
   * first word in upper case. Must not throw. Without this hook, queries are not instrumented.
   */
  onQuery?(verb: string, outcome: 'ok' | 'error', durationMs: number): void;
}

export function watchPool(pool: pg.Pool, { onWait, onQuery }: DatabaseHooks): void {
  if (onWait !== undefined) watchWaiting(pool, onWait);
  if (onQuery !== undefined) pool.on('connect', (client) => watchQueries(client, onQuery));
}

function watchWaiting(pool: pg.Pool, onWait: NonNullable<DatabaseHooks['onWait']>): void {
  const connect = pool.connect.bind(pool) as Connect;
  const watched: Connect = (callback) => {
    if (pool.idleCount > 0 || pool.totalCount < pool.options.max) return connect(callback);
    const begunMs = performance.now();
    const waited = () => onWait(performance.now() - begunMs);
    if (callback === undefined) return connect()!.finally(waited);
    // Binds the AsyncLocalStorage context. Otherwise, the callback would run in the context of the request that
    // releases the connection.
    const inContext = AsyncResource.bind(callback);
    return connect((...answer) => {
      waited();
      inContext(...answer);
    });
  };
  pool.connect = watched as pg.Pool['connect'];
}

type Query = (...given: unknown[]) => unknown;

function watchQueries(client: pg.PoolClient, onQuery: NonNullable<DatabaseHooks['onQuery']>): void {
  const query = client.query.bind(client) as Query;
  const watched: Query = (...given) => {
    const begunMs = performance.now();
    const verb = verbOf(given[0]);
    const answered = (outcome: 'ok' | 'error') => onQuery(verb, outcome, performance.now() - begunMs);
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      const inContext = AsyncResource.bind((...answer: unknown[]) => {
        answered(answer[0] ? 'error' : 'ok');
        callback(...answer);
      });
      return query(...given.slice(0, -1), inContext);
    }
    const answer = query(...given) as Partial<Promise<unknown> & NodeJS.EventEmitter>;
    if (answer.then !== undefined) {
      answer.then(
        () => answered('ok'),
        () => answered('error'),
      );
    } else
      answer.once?.(
        'end',
        AsyncResource.bind(() => answered('ok')),
      );
    return answer;
  };
  client.query = watched as pg.PoolClient['query'];
}

/** Returns the first word of an SQL text, a query configuration or a cursor. */
function verbOf(asked: unknown): string {
  const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | null)?.text;
  return /^\s*([a-z]{1,20})\b/i.exec(String(text ?? ''))?.[1]?.toUpperCase() ?? 'QUERY';
}

export interface StatementLimits {
  /** Time limit for a response, in milliseconds. 0 means no limit. */
  readonly answerTimeoutMs: number;
  /** Throws if the synchronous standby has not confirmed the last statement on this connection. */
  throwIfUnconfirmed?(client: pg.ClientBase): void;
}

/** Adapts a pool to Kysely. `source` is the pool itself or a share of it. */
export function createTypedPool(
  pool: pg.Pool,
  source: ConnectionSource,
  limits: StatementLimits,
): PostgresPool {
  // Kysely identifies a connection by its object, so each client always gets the same wrapper.
  const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    Client: (pool.options as { readonly Client?: unknown }).Client as NonNullable<PostgresPool['Client']>,
    end: () => pool.end(),
    connect: async () => {
      const client = await source.connect().catch(rethrowTyped);
      const wrapper = wrappers.get(client) ?? wrapClient(client, limits);
      wrappers.set(client, wrapper);
      return wrapper;
    },
  };
}

function wrapClient(
  client: pg.PoolClient,
  { answerTimeoutMs, throwIfUnconfirmed }: StatementLimits,
): PostgresPoolClient {
  let broken = false;
  const run = async <R>(sql: string, parameters: readonly unknown[]) => {
    const timer = answerTimeoutMs > 0 ? setTimeout(() => endSocket(client), answerTimeoutMs) : undefined;
    try {
      const answer = (await client.query(sql, [...parameters])) as unknown as PostgresQueryResult<R>;
      throwIfUnconfirmed?.(client);
      return answer;
    } catch (error) {
      const typed = toTypedError(error);
      broken ||= typed instanceof DatabaseUnavailableError && !isResourceError(typed);
      throw typed;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    processID: (client as { processID?: number }).processID ?? 0,
    query: ((query: string | pg.Submittable, parameters: readonly unknown[] = []) =>
      typeof query === 'string'
        ? run(query, parameters)
        : client.query(query)) as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || broken),
  };
}

/**
 * Returns whether the error is of class 53 (disk or memory full). The connection is still usable after such an error.
 */
function isResourceError(error: DatabaseUnavailableError): boolean {
  return findSqlState(error)?.startsWith('53') === true;
}

/** Closes the socket. While a query is active, `end` does this immediately, and the query rejects. */
function endSocket(client: pg.PoolClient): void {
  client.end().catch(() => undefined);
}

/** Notices with a given SQLSTATE, reported after the transaction that raised them has committed. */
export interface CommittedNotices {
  readonly sqlState: string;
  /** Called with the messages of one transaction's notices. Must not throw. */
  readonly onCommitted: (messages: readonly string[]) => void;
}

const IDLE = 'I';

/** Watches a connection for notices. Call this before using the connection. */
export function watchCommittedNotices(
  client: pg.ClientBase,
  { sqlState, onCommitted }: CommittedNotices,
): void {
  const connection = getDriverConnection(client);
  let messages: string[] = [];
  let tag = '';
  let hasFailed = false;
  connection.on('notice', ({ code, message }: { code?: string; message?: string }) => {
    if (code === sqlState && message !== undefined) messages.push(message);
  });
  connection.on('commandComplete', ({ text }: { text: string }) => {
    tag = text;
  });
  connection.on('errorMessage', () => {
    hasFailed = true;
  });
  connection.on('readyForQuery', ({ status }: { status: string }) => {
    const isCommitted = !hasFailed && tag !== 'ROLLBACK';
    hasFailed = false;
    if (status !== IDLE || messages.length === 0) return;
    const ended = messages;
    messages = [];
    if (isCommitted) onCommitted(ended);
  });
}
