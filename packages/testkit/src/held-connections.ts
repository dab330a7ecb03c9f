// All connections of a PostgreSQL server in the hands of one who does nothing with them.
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { atEndOfFile } from './at-end.ts';

export interface HeldConnections {
  readonly count: number;
  /** Gives all of them back. Done at the end of the test file anyway. */
  release(): Promise<void>;
}

interface Connection {
  query(sql: string): Promise<{ rowCount: number | null }>;
  release(destroy: boolean): void;
}

const mostConnections = 1_000;

/** Ends everybody else's sessions and takes their connections, until nobody else has one. Of its own server only. */
export async function holdAllConnections(url: string): Promise<HeldConnections> {
  const server = openDatabase<never>({
    url,
    poolSize: mostConnections,
    applicationName: 'held',
    onError: () => undefined,
    idleInTransactionTimeoutMs: 0,
  });
  const held: Connection[] = [];
  const release = async () => {
    for (const connection of held.splice(0)) connection.release(true);
    await server.close();
  };
  atEndOfFile(release);
  held.push(await server.pool.connect());
  do await takeFree(server, held);
  while ((await endOthers(held[0]!)) > 0);
  return {
    get count() {
      return held.length;
    },
    release,
  };
}

/** Until the server refuses one. */
async function takeFree({ pool }: Database<never>, held: Connection[]): Promise<void> {
  while (held.length < mostConnections) {
    const connection = await pool.connect().catch((error: { code?: string }) => {
      if (error.code === '53300') return undefined;
      throw error;
    });
    if (!connection) return;
    held.push(connection);
  }
}

async function endOthers(connection: Connection): Promise<number> {
  const others = await connection.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where backend_type = 'client backend' and application_name <> 'held'`,
  );
  return others.rowCount ?? 0;
}
