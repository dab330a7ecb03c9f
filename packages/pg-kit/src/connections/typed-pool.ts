// The pool as Kysely sees it: the same connections, with errors from the table in errors.ts, an end to waiting for an
// answer, and broken connections never given back for reuse.
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailableError, rethrowTyped, sqlState, typedError } from './errors.ts';
import type { ConnectionSource } from './share.ts';

/** `source`: the pool itself or a share of it. `answerTimeoutMs` 0: wait for ever. */
export function typedPool(pool: pg.Pool, source: ConnectionSource, answerTimeoutMs: number): PostgresPool {
  // Kysely recognises a connection by its object: one wrapper for the life of a client.
  const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    Client: pg.Client as unknown as NonNullable<PostgresPool['Client']>,
    end: () => pool.end(),
    connect: async () => {
      const client = await source.connect().catch(rethrowTyped);
      const wrapper = wrappers.get(client) ?? wrap(client, answerTimeoutMs);
      wrappers.set(client, wrapper);
      return wrapper;
    },
  };
}

function wrap(client: pg.PoolClient, answerTimeoutMs: number): PostgresPoolClient {
  let broken = false;
  const run = async <R>(sql: string, parameters: readonly unknown[]) => {
    const timer = answerTimeoutMs > 0 ? setTimeout(() => endSocket(client), answerTimeoutMs) : undefined;
    try {
      return (await client.query(sql, [...parameters])) as unknown as PostgresQueryResult<R>;
    } catch (error) {
      const typed = typedError(error);
      broken ||= typed instanceof DatabaseUnavailableError && !isOfStatement(typed);
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

/** A statement for which disk or memory did not suffice (class 53) leaves its connection as good as it was. */
function isOfStatement(error: DatabaseUnavailableError): boolean {
  return sqlState(error)?.startsWith('53') === true;
}

/** With a query active, `end` closes the socket at once, and the query rejects. */
function endSocket(client: pg.PoolClient): void {
  client.end().catch(() => undefined);
}
