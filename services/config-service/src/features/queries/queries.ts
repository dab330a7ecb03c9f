// A query's text → the answers to it. The database works at its own pace, whatever that of the client is: neither a
// connection nor a turn is held while somebody reads.
import { jsonArrayText } from '@holdfast/http-kit';
import type { Database } from '@holdfast/pg-kit';
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
import type { QueryTurns } from './query-turns.ts';
import { type Answer, answerOf } from './rows.ts';
import { type SizedAnswer, sizesOf } from './sizes.ts';
import type { SpillShares } from './spill-shares.ts';
import { spilled } from './spilled.ts';

export interface QueriesDeps {
  readonly database: Database<ConfigSchema>;
  /** Bounds how many queries the database works on: each holds a connection, and some must be left for others. */
  readonly queryTurns: QueryTurns;
  /** For answers that wait for their clients. */
  readonly spoolFolder: string;
  readonly spillShares: SpillShares;
  readonly repository: Repository | undefined;
  /** How long the database may work on a batch of rows. */
  readonly queryTimeoutMs: number;
}

/**
 * A batch is the smaller the larger a row can be: think of a plugin's definition, or an AU's configuration. What is made of
 * it is made in one turn of the event loop, in which others wait, and several queries may each have one there.
 */
const kinds = {
  aus: { catalogue: ausCatalogue, batchSize: 100 },
  plugins: { catalogue: pluginsCatalogue, batchSize: 20 },
  tdbAus: { catalogue: titleAusCatalogue, batchSize: 100 },
  tdbPublishers: { catalogue: publishersCatalogue, batchSize: 100 },
  tdbTitles: { catalogue: titlesCatalogue, batchSize: 100 },
} as const;

export type Kind = keyof typeof kinds;

interface Asked {
  readonly kind: Kind;
  readonly text: string;
  /** Name of the user who asks. */
  readonly user: string;
  readonly signal: AbortSignal;
}

/** The answers as the text of a JSON array. The first `next` throws ApiError when the query is not understood. */
export async function* answerText(
  deps: QueriesDeps,
  asked: Asked,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  const { database, repository, spoolFolder, spillShares } = deps;
  const { kind, text, signal } = asked;
  const prepare = () => prepareQuery(database, kinds[kind].catalogue, parseQuery(text));
  const prepared = await understood(text, async () => prepare());
  const spill = { spoolFolder, space: spillShares.of(asked.user) };
  const batches = spilled(spill, (stop) => batchesOf(deps, asked, prepared, AbortSignal.any([signal, stop])));
  if (prepared.remote.length === 0) yield* joined(batches);
  else {
    const addSizes = sizesOf({ repository, signal, selected: prepared.remote });
    yield* jsonArrayText(completed(batches, addSizes));
  }
}

/** Holds a turn, and a connection, from the first batch to the last. */
async function* batchesOf(
  { queryTurns, queryTimeoutMs: timeoutMs }: QueriesDeps,
  { kind, user }: Asked,
  { columns, remote, rows }: PreparedQuery,
  signal: AbortSignal,
): AsyncGenerator<readonly (Answer | SizedAnswer)[]> {
  const { batchSize } = kinds[kind];
  const endTurn = await queryTurns.take(user, signal);
  try {
    for await (const batch of inTime(rows({ batchSize, signal, timeoutMs }))) {
      const answers = batch.map((row) => answerOf(row, columns));
      // The sizes are asked for when the database has been let go.
      if (remote.length === 0) yield answers;
      else yield answers.map((answer, at) => ({ auid: String(batch[at]!.key), answer }));
    }
  } finally {
    endTurn();
  }
}

/** Arrays as one array. Nothing is said before something is known. */
async function* joined(arrays: AsyncIterable<Buffer>): AsyncGenerator<string | Uint8Array> {
  let before = '[';
  for await (const array of arrays) {
    yield before;
    yield array.subarray(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

async function* completed(
  arrays: AsyncIterable<Buffer>,
  addSizes: (aus: readonly SizedAnswer[]) => Promise<void>,
): AsyncGenerator<readonly Answer[]> {
  for await (const array of arrays) {
    const batch = JSON.parse(array.toString()) as SizedAnswer[];
    await addSizes(batch);
    yield batch.map(({ answer }) => answer);
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
