// Streams the rows of a query of any size, with one batch in memory. Always returns the connection to the pool: at the
// end, after an early break, an error or an abort.
import type { Compilable, CompiledQuery } from 'kysely';
import type pg from 'pg';
import { rethrowTyped } from '../connections/errors.ts';
import type { ConnectionSource } from '../connections/share.ts';
import { TypedCursor } from '../connections/value-types.ts';

/** Query: SQL with its values, or a Kysely query (`db.selectFrom(…)`, or the result of its `compile()`). */
type StreamQuery<Row> = { text: string; values?: readonly unknown[] } | CompiledQuery<Row> | Compilable<Row>;

interface StreamOptions {
  /** Number of rows per batch. Default 500. */
  readonly batchSize?: number;
  /** Cancels a running fetch when it aborts. The iteration then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Yields rows in batches, in the order of the query. If the source is a pool or a share of one, the iteration holds one
 * connection from the first `next` to its end. If the source is a client, for example of a transaction, the iteration
 * does not release it; the caller must not use the client during the iteration.
 */
export async function* streamBatches<Row>(
  source: ConnectionSource | pg.PoolClient,
  query: StreamQuery<Row>,
  options: StreamOptions = {},
): AsyncGenerator<Row[], void, undefined> {
  const { batchSize = 500, signal } = options;
  signal?.throwIfAborted();
  const loan = await acquireConnection(source);
  const onAbort = () => loan.destroy();
  signal?.addEventListener('abort', onAbort, { once: true });
  let atRest = true;
  try {
    const cursor = loan.client.query(new TypedCursor<Row>(...toSql(query)));
    try {
      for (let more = true; more; ) {
        signal?.throwIfAborted();
        atRest = false;
        const rows = await cursor.read(batchSize);
        atRest = true;
        more = rows.length === batchSize;
        if (rows.length > 0) yield rows;
      }
    } finally {
      // After an early break, the connection is idle with an open cursor. After a failed read, its state is unknown.
      atRest &&= await closeCursor(loan, cursor);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    if (atRest) loan.giveBack();
    else loan.destroy();
  }
}

interface AcquiredConnection {
  readonly client: pg.PoolClient;
  /** Resolves when the connection is closed for any reason. */
  readonly ended: Promise<void>;
  giveBack(): void;
  /** Closes the connection. A running query fails, and PostgreSQL cancels it. */
  destroy(): void;
}

async function acquireConnection(source: ConnectionSource | pg.PoolClient): Promise<AcquiredConnection> {
  const own = isClient(source);
  const client = own ? source : await source.connect().catch(rethrowTyped);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  client.once('end', resolve);
  let lent = true;
  const finish = (how: () => void) => {
    if (lent) how();
    lent = false;
  };
  return {
    client,
    ended,
    giveBack: () =>
      finish(() => {
        client.removeListener('end', resolve);
        if (!own) client.release();
      }),
    destroy: () => finish(() => (own ? endClient(client) : client.release(true))),
  };
}

function isClient(source: ConnectionSource | pg.PoolClient): source is pg.PoolClient {
  return 'query' in source && !('idleCount' in source);
}

/** Closes the cursor. Resolves to true if the connection can be used for another query. */
async function closeCursor({ ended }: AcquiredConnection, cursor: TypedCursor<unknown>): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  try {
    // pg-cursor does not call back if the connection ends while the cursor is being closed.
    const lost = Promise.race([ended, tooLate]).then(() => false);
    return await Promise.race([cursor.close().then(() => true), lost]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function endClient(client: pg.PoolClient): void {
  client.end().catch(() => undefined);
}

function toSql<Row>(query: StreamQuery<Row>): [sql: string, parameters: unknown[]] {
  if ('text' in query) return [query.text, [...(query.values ?? [])]];
  const { sql, parameters } = 'sql' in query ? query : query.compile();
  return [sql, [...parameters]];
}
