// Reads the rows of one SELECT in batches, in a read-only transaction with a time limit for each batch.
import { type Database, rethrowTyped, streamBatches } from '@holdfast/pg-kit';
import type { CompiledQuery } from 'kysely';

export interface BatchOptions {
  readonly batchSize: number;
  readonly signal: AbortSignal;
  /** Time limit for each batch, in milliseconds. */
  readonly timeoutMs: number;
}

/** Thrown if a batch exceeds its time limit. */
export class BatchTimeoutError extends Error {
  override readonly name = 'BatchTimeoutError';
}

/** Yields the batches. Occupies a connection from the first `next` until the last batch, an error or early return. */
export async function* readBatches<Schema, Row>(
  { pool }: Database<Schema>,
  query: CompiledQuery<Row>,
  { batchSize, signal, timeoutMs }: BatchOptions,
): AsyncGenerator<Row[], void, undefined> {
  const client = await pool.connect().catch(rethrowTyped);
  const late = new AbortController();
  let isFit = false;
  try {
    await client.query('begin read only; set local statement_timeout = 0').catch(rethrowTyped);
    const stop = AbortSignal.any([signal, late.signal]);
    const batches = streamBatches(client, query, { batchSize, signal: stop });
    for (;;) {
      const timer = setTimeout(
        () => late.abort(new BatchTimeoutError('the database took too long')),
        timeoutMs,
      );
      const { value, done } = await batches.next().finally(() => clearTimeout(timer));
      if (done === true) break;
      yield value;
    }
    await client.query('commit').catch(rethrowTyped);
    isFit = true;
  } finally {
    // Closing the connection also ends a running query: PostgreSQL notices the closed connection within seconds.
    client.release(!isFit);
  }
}
