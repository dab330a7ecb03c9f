// Notices a proxy that pools transactions (PgBouncer with `pool_mode = transaction`, and others of its kind): it gives the
// statements of one connection to several sessions of PostgreSQL in turn. Advisory locks, prepared statements, LISTEN and
// settings of the session all fail on that, most of them without an error.
import type pg from 'pg';
import { DatabaseRefusedError, typedError } from '../connections/errors.ts';

/** A proxy between this program and PostgreSQL pools transactions. */
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

/** Throws SharedSessionsError when a proxy pools transactions. Takes two connections of the pool for a moment. */
export async function refuseSharedSessions(pool: pg.Pool): Promise<void> {
  if (await hasSharedSessions(pool)) throw new SharedSessionsError();
}

const ROUNDS = 3;

/**
 * Whether two open connections meet the same session, or one connection several. A proxy that pools transactions gives
 * the session of an idle connection to the next one that asks; and while that one is in a transaction, the first
 * connection gets another session. A proxy that takes its sessions in turn gives one connection another each time.
 */
export async function hasSharedSessions(pool: pg.Pool): Promise<boolean> {
  const clients: pg.PoolClient[] = [];
  let error: unknown;
  try {
    clients.push(await pool.connect(), await pool.connect());
    const [first, second] = clients as [pg.PoolClient, pg.PoolClient];
    // Some proxies give a connection a session of its own as soon as it has settings of its own.
    for (const client of clients) await client.query("set holdfast.session to 'own'");
    for (let round = 0; round < ROUNDS; round++) {
      const before = await sessionOf(first);
      if ((await sessionOf(first)) !== before) return true;
      const during = await inTransaction(second, async (other) => {
        // Asking the first connection again would wait for ever where the proxy has only this one session.
        if (other === before) return undefined;
        return sessionOf(first);
      });
      if (during !== before) return true;
    }
    return false;
  } catch (thrown) {
    error = thrown;
    if (isOfStatementPooling(thrown)) return true;
    throw typedError(thrown);
  } finally {
    for (const client of clients) client.release(error !== undefined);
  }
}

async function inTransaction<Answer>(
  client: pg.PoolClient,
  work: (session: string) => Promise<Answer>,
): Promise<Answer> {
  await client.query('begin');
  try {
    return await work(await sessionOf(client));
  } finally {
    await client.query('rollback');
  }
}

/** Names a session of PostgreSQL; one on another server has another name, too. */
async function sessionOf(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ session: string }>(
    "select pg_backend_pid() || ' ' || pg_postmaster_start_time() as session",
  );
  return rows[0]!.session;
}

/** A proxy that pools statements allows no transactions at all. */
function isOfStatementPooling(error: unknown): boolean {
  return (
    error instanceof Error && /transaction blocks? not allowed in statement pooling/i.test(error.message)
  );
}
