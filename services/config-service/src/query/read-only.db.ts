// Rows of one SELECT, of one moment, in a transaction that can change nothing, with a time limit on each batch. Who asks
// takes the batches as they come: a connection is held until the last.
import { type Database, rethrowTyped, streamBatches } from '@holdfast/pg-kit';
import type { CompiledQuery } from 'kysely';

export interface ReadOptions {
  readonly batchSize: number;
  readonly signal: AbortSignal;
  /** Bounds the work on each batch. */
  readonly timeoutMs: number;
}

/** A batch took longer than it may. */
export class BatchTimeoutError extends Error {
  override readonly name = 'BatchTimeoutError';
}

/** Holds a connection from the first `next` to the end, an error, or an early return. */
export async function* readBatches<Schema, Row>(
  { pool }: Database<Schema>,
  query: CompiledQuery<Row>,
  { batchSize, signal, timeoutMs }: ReadOptions,
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
    // Whatever is not over is so with its connection; PostgreSQL notices within seconds.
    client.release(!isFit);
  }
}
