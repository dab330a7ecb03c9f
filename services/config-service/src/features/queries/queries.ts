// A query's text → the answers to it, batch by batch.
import type { Database } from '@holdfast/pg-kit';
import type PQueue from 'p-queue';
import type { ConfigSchema } from '../../index/schema/schema.ts';
import { ausCatalogue } from '../../query/catalogues/aus.ts';
import { pluginsCatalogue } from '../../query/catalogues/plugins.ts';
import { publishersCatalogue, titleAusCatalogue, titlesCatalogue } from '../../query/catalogues/titles.ts';
import { parseQuery } from '../../query/parse.ts';
import { type PreparedQuery, prepareQuery } from '../../query/queries.db.ts';
import { QueryError } from '../../query/query-error.ts';
import { BatchTimeoutError } from '../../query/read-only.db.ts';
import type { Repository } from '../../repository/repository.ts';
import { badQuery, queryTooSlow } from '../errors.ts';
import { type Answer, answerOf } from './rows.ts';
import { sizesOf } from './sizes.ts';

export interface QueriesDeps {
  readonly database: Database<ConfigSchema>;
  /** Bounds how many queries run: each holds a connection while its client reads, and some must be left for others. */
  readonly queryQueue: PQueue;
  readonly repository: Repository | undefined;
  /** How long the database may work on a batch of rows. */
  readonly queryTimeoutMs: number;
}

/** A batch is the smaller the larger a row can be: think of a plugin's definition, or an AU's configuration. */
const kinds = {
  aus: { catalogue: ausCatalogue, batchSize: 100 },
  plugins: { catalogue: pluginsCatalogue, batchSize: 20 },
  tdbAus: { catalogue: titleAusCatalogue, batchSize: 500 },
  tdbPublishers: { catalogue: publishersCatalogue, batchSize: 500 },
  tdbTitles: { catalogue: titlesCatalogue, batchSize: 500 },
} as const;

export type Kind = keyof typeof kinds;

/** The first `next` throws ApiError when the query is not understood. */
export async function* answers(
  { database, queryQueue, repository, queryTimeoutMs: timeoutMs }: QueriesDeps,
  { kind, text, signal }: { kind: Kind; text: string; signal: AbortSignal },
): AsyncGenerator<readonly Answer[]> {
  const { catalogue, batchSize } = kinds[kind];
  const prepared = await understood(text, async () => prepareQuery(database, catalogue, parseQuery(text)));
  const addSizes = sizesOf({ repository, signal, selected: prepared.remote });
  const release = await placeIn(queryQueue, signal);
  try {
    for await (const rows of inTime(prepared.rows({ batchSize, signal, timeoutMs }))) {
      const batch = rows.map((row) => ({ auid: String(row.key), answer: answerOf(row, prepared.columns) }));
      await addSizes(batch);
      yield batch.map(({ answer }) => answer);
    }
  } finally {
    release();
  }
}

async function understood(text: string, prepare: () => Promise<PreparedQuery>): Promise<PreparedQuery> {
  try {
    return await prepare();
  } catch (error) {
    throw error instanceof QueryError ? badQuery(text, error) : error;
  }
}

async function* inTime<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  try {
    yield* batches;
  } catch (error) {
    throw error instanceof BatchTimeoutError ? queryTooSlow(error) : error;
  }
}

/** Resolves, when it is this one's turn, with how to give the place back; rejects when `signal` aborts before. */
async function placeIn(queue: PQueue, signal: AbortSignal): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await new Promise<void>((resolve, reject) => {
    const hold = (): Promise<void> => {
      resolve();
      return released;
    };
    queue.add(hold, { signal }).catch(reject);
  });
  return release;
}
