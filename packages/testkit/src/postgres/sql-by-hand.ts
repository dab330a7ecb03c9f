// SQL as somebody types it beside the services: into any database, in transactions that are held open for as long as wanted.
import { openDatabase } from '@holdfast/pg-kit';
import { atEndOfFile } from '../at-end.ts';

export interface SqlByHand {
  /** On whatever connection is free; after a crash of the server on a new one. */
  query<Row>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** In one transaction, which is committed once the work is done, unless that answers `rollback` or rejects. */
  transaction(work: (query: SqlByHand['query']) => Promise<'commit' | 'rollback'>): Promise<void>;
}

/** Closed at the end of the test file. */
export function sqlByHand(url: string): SqlByHand {
  const { pool, close } = openDatabase<never>({
    url,
    poolSize: 4,
    applicationName: 'by hand',
    onError: () => undefined,
    idleInTransactionTimeoutMs: 0,
  });
  atEndOfFile(close);
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
