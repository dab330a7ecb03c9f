// Detects a proxy that pools transactions, such as PgBouncer with `pool_mode = transaction`. Such a proxy distributes
// the statements of one connection over several PostgreSQL sessions. Advisory locks, prepared statements, LISTEN and
// session settings then fail, mostly without an error.
import type pg from 'pg';
import { DatabaseRefusedError, toTypedError } from '../connections/errors.ts';

/** Thrown if a proxy between this program and PostgreSQL pools transactions. */
export class SharedSessionsError extends DatabaseRefusedError {
  override name = 'SharedSessionsError';

  constructor() {
    super(
      'A proxy in front of PostgreSQL pools transactions: one connection meets several sessions in turn, on which locks ' +
        'and prepared statements fail. Let the database URL lead to PostgreSQL itself, or to a proxy that pools sessions ' +
        '(PgBouncer: pool_mode = session).',
    );
  }
}

/** Throws SharedSessionsError if a proxy pools transactions. Briefly uses two connections of the pool. */
export async function refuseSharedSessions(pool: pg.Pool): Promise<void> {
  if (await hasSharedSessions(pool)) throw new SharedSessionsError();
}

const ROUNDS = 3;

/**
 * Returns whether two open connections share a session, or one connection changes its session. A proxy that pools
 * transactions gives the session of an idle connection to the next transaction on any connection. While that
 * transaction is open, the idle connection would get another session. A proxy that rotates its sessions gives a
 * connection a different session each time.
 */
export async function hasSharedSessions(pool: pg.Pool): Promise<boolean> {
  const clients: pg.PoolClient[] = [];
  let error: unknown;
  try {
    clients.push(await pool.connect(), await pool.connect());
    const [first, second] = clients as [pg.PoolClient, pg.PoolClient];
    // Some proxies give each connection with session settings a dedicated session.
    for (const client of clients) await client.query("set holdfast.session to 'own'");
    for (let round = 0; round < ROUNDS; round++) {
      const before = await readSessionId(first);
      if ((await readSessionId(first)) !== before) return true;
      const during = await runRolledBack(second, async (other) => {
        // If the proxy has only one session, another query on the first connection would wait forever.
        if (other === before) return undefined;
        return readSessionId(first);
      });
      if (during !== before) return true;
    }
    return false;
  } catch (thrown) {
    error = thrown;
    if (isStatementPoolingError(thrown)) return true;
    throw toTypedError(thrown);
  } finally {
    for (const client of clients) client.release(error !== undefined);
  }
}

async function runRolledBack<Answer>(
  client: pg.PoolClient,
  work: (session: string) => Promise<Answer>,
): Promise<Answer> {
  await client.query('begin');
  try {
    return await work(await readSessionId(client));
  } finally {
    await client.query('rollback');
  }
}

/** Returns an identifier of the PostgreSQL session that is unique across servers. */
async function readSessionId(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ session: string }>(
    "select pg_backend_pid() || ' ' || pg_postmaster_start_time() as session",
  );
  return rows[0]!.session;
}

/** A proxy that pools statements rejects transactions. */
function isStatementPoolingError(error: unknown): boolean {
  return (
    error instanceof Error && /transaction blocks? not allowed in statement pooling/i.test(error.message)
  );
}
