// Occupies all connections of a PostgreSQL server, for tests.
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { addCleanup } from '../at-end.ts';

export interface OccupiedConnections {
  readonly count: number;
  /** Closes the occupied connections. Called automatically at the end of the test file. */
  release(): Promise<void>;
}

interface Connection {
  query(sql: string): Promise<{ rowCount: number | null }>;
  release(destroy: boolean): void;
}

const MAX_CONNECTIONS = 1_000;
const ATTEMPTS_AT_ONCE = 25;
const TOO_MANY_CONNECTIONS = '53300';

/**
 * Occupies all connections of the server, and terminates other sessions to take their connections. Only for servers
 * that belong to the test file alone.
 */
export async function occupyAllConnections(url: string): Promise<OccupiedConnections> {
  const server = openDatabase<never>({
    url,
    poolSize: MAX_CONNECTIONS,
    applicationName: 'held',
    onError: () => undefined,
    idleInTransactionTimeoutMs: 0,
  });
  const held: Connection[] = [];
  const release = async () => {
    for (const connection of held.splice(0)) connection.release(true);
    await server.close();
  };
  addCleanup(release);
  held.push(await server.pool.connect());
  do await occupyFreeConnections(server, held);
  while ((await terminateOthers(held[0]!)) > 0);
  return {
    get count() {
      return held.length;
    },
    release,
  };
}

/** Opens several connections at once until none is free, because other clients compete for them. */
async function occupyFreeConnections({ pool }: Database<never>, held: Connection[]): Promise<void> {
  for (let taken = 1; taken > 0; ) {
    const attempts = await Promise.allSettled(Array.from({ length: ATTEMPTS_AT_ONCE }, () => pool.connect()));
    const refusal = attempts.find(
      (one) => one.status === 'rejected' && one.reason.code !== TOO_MANY_CONNECTIONS,
    );
    if (refusal?.status === 'rejected') throw refusal.reason;
    const connections = attempts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    held.push(...connections);
    taken = connections.length;
  }
}

async function terminateOthers(connection: Connection): Promise<number> {
  const others = await connection.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where backend_type = 'client backend' and application_name <> 'held'`,
  );
  return others.rowCount ?? 0;
}
