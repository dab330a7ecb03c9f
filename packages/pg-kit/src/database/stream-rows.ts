// Rows of a query of any size, a batch in memory at a time, and a connection that is given back whatever happens to the
// reader: end, early break, error, abort.
import type { Compilable, CompiledQuery } from 'kysely';
import type pg from 'pg';
import { rethrowTyped } from '../connections/errors.ts';
import type { ConnectionSource } from '../connections/share.ts';
import { Cursor } from '../connections/value-types.ts';

/** SQL with its values, or a Kysely query (`db.selectFrom(…)`, or what its `compile()` gave). */
type StreamQuery<Row> = { text: string; values?: readonly unknown[] } | CompiledQuery<Row> | Compilable<Row>;

interface StreamOptions {
  /** Rows fetched at once; default 500. */
  readonly batchSize?: number;
  /** Aborting ends a fetch in progress; the iteration then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Rows in the order of the query, a batch at a time. A pool (or a share of one) lends one connection for the whole iteration,
 * from the first `next` on; a client (of a transaction, say) stays with its owner and must not be used for anything else
 * meanwhile.
 */
export async function* streamBatches<Row>(
  source: ConnectionSource | pg.PoolClient,
  query: StreamQuery<Row>,
  options: StreamOptions = {},
): AsyncGenerator<Row[], void, undefined> {
  const { batchSize = 500, signal } = options;
  signal?.throwIfAborted();
  const loan = await borrow(source);
  const onAbort = () => loan.destroy();
  signal?.addEventListener('abort', onAbort, { once: true });
  let atRest = true;
  try {
    const cursor = loan.client.query(new Cursor<Row>(...sqlOf(query)));
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
      // An early break leaves an open cursor at rest; a failed read leaves a connection in doubt.
      atRest &&= await closed(loan, cursor);
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

interface Loan {
  readonly client: pg.PoolClient;
  /** Resolves when the connection is closed, by whomever. */
  readonly ended: Promise<void>;
  giveBack(): void;
  /** Closes the connection, for which any query in progress fails; PostgreSQL notices and stops working on it. */
  destroy(): void;
}

async function borrow(source: ConnectionSource | pg.PoolClient): Promise<Loan> {
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
    destroy: () => finish(() => (own ? end(client) : client.release(true))),
  };
}

function isClient(source: ConnectionSource | pg.PoolClient): source is pg.PoolClient {
  return 'query' in source && !('idleCount' in source);
}

/** Whether the cursor is closed and its connection fit for the next query. */
async function closed({ ended }: Loan, cursor: Cursor<unknown>): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  try {
    // pg-cursor never answers when the connection ends while it is closing.
    const lost = Promise.race([ended, tooLate]).then(() => false);
    return await Promise.race([cursor.close().then(() => true), lost]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function end(client: pg.PoolClient): void {
  client.end().catch(() => undefined);
}

function sqlOf<Row>(query: StreamQuery<Row>): [sql: string, parameters: unknown[]] {
  if ('text' in query) return [query.text, [...(query.values ?? [])]];
  const { sql, parameters } = 'sql' in query ? query : query.compile();
  return [sql, [...parameters]];
}
