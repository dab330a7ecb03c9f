// Runs SQL on connections that belong to the test. Transactions can stay open as long as the test needs.
import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup } from '../at-end.ts';

export interface SqlConnection {
  /** Runs a statement on any free connection. Reconnects after a crash of the server. */
  query<Row>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a transaction. Rolls back if `work` returns `rollback` or rejects. */
  transaction(work: (query: SqlConnection['query']) => Promise<'commit' | 'rollback'>): Promise<void>;
}

/** Opens connections that close at the end of the test file. */
export function openSqlConnection(url: string): SqlConnection {
  const { pool, close } = openDatabase<never>({
    url,
    allowsStandby: true,
    poolSize: 4,
    applicationName: 'by hand',
    onError: () => undefined,
    idleInTransactionTimeoutMs: 0,
  });
  addCleanup(close);
  return {
    query: async <Row>(statement: string, values: readonly unknown[] = []) =>
      (await pool.query(statement, [...values])).rows as Row[],
    async transaction(work) {
      const client = await pool.connect();
      let isWell = false;
      try {
        await client.query('begin');
        const ending = await work(
          async <Row>(statement: string, values: readonly unknown[] = []) =>
            (await client.query(statement, [...values])).rows as Row[],
        );
        await client.query(ending);
        isWell = true;
      } finally {
        client.release(!isWell);
      }
    },
  };
}
