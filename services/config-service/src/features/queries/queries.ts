// Runs queries. Buffers the results, so that a slow client occupies no database connection and no slot of `queryTurns`.

import { type Database, findSqlState } from '@holdfast/pg-kit';
import type { Semaphore } from '@holdfast/service-kit';
import type { ConfigSchema } from '../../index/schema/schema.ts';
import { makeLaawsCatalogue } from '../../query/catalogue.ts';
import { ausCatalogue } from '../../query/catalogues/aus.ts';
import { pluginsCatalogue } from '../../query/catalogues/plugins.ts';
import { publishersCatalogue, titleAusCatalogue, titlesCatalogue } from '../../query/catalogues/titles.ts';
import { parseQuery } from '../../query/parse.ts';
import { type PreparedQuery, prepareQuery, type ResultRow } from '../../query/queries.db.ts';
import { QueryError } from '../../query/query-error.ts';
import { BatchTimeoutError } from '../../query/read-only.db.ts';
import { makeBadQueryError, makePatternTooLargeError, makeQueryTooSlowError } from '../errors.ts';
import { formatCsvHeader, formatCsvLines } from './csv.ts';
import { makeQueryResultDocument } from './rows.ts';
import { spillBatches } from './spill-batches.ts';
import type { SpillShares } from './spill-shares.ts';

export interface QueriesDeps {
  readonly database: Database<ConfigSchema>;
  /** Limits the number of concurrent queries, so that connections remain for other requests. */
  readonly queryTurns: Semaphore;
  /** Folder for temporary files with results that clients have not read yet. */
  readonly spoolFolder: string;
  readonly spillShares: SpillShares;
  /** Time limit for reading one batch of rows from the database, in milliseconds. */
  readonly queryTimeoutMs: number;
  /** True if queries may select columns that exist only in LOCKSS. */
  readonly laaws: boolean;
}

/**
 * Batch sizes. Rows that may contain plugin definitions are large, so their batches are small: converting a batch
 * blocks other requests, and several queries may each hold a batch in memory.
 */
const KINDS = {
  aus: { catalogue: ausCatalogue, batchSize: 100 },
  plugins: { catalogue: pluginsCatalogue, batchSize: 20 },
  tdbAus: { catalogue: titleAusCatalogue, batchSize: 100 },
  tdbPublishers: { catalogue: publishersCatalogue, batchSize: 100 },
  tdbTitles: { catalogue: titlesCatalogue, batchSize: 100 },
} as const;

/** Maximum number of values per batch if all columns are short, for example in a query that lists all AUs. */
const SHORT_VALUES = 10_000;

export type QueryKind = keyof typeof KINDS;

interface QueryRequest {
  readonly kind: QueryKind;
  readonly text: string;
  readonly user: string;
  readonly signal: AbortSignal;
}

/** Yields the results as a JSON array. The first call of `next` throws ApiError if the query is invalid. */
export async function* streamJsonResult(
  deps: QueriesDeps,
  asked: QueryRequest,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  const prepared = await prepareText(deps, asked);
  const answers = (rows: readonly ResultRow[]) =>
    rows.map((row) => makeQueryResultDocument(row, prepared.columns));
  yield* joinJsonArrays(bufferBatches(deps, asked, prepared, answers));
}

/** Yields the results as CSV. The first call of `next` throws ApiError if the query is invalid. */
export async function* streamCsvResult(
  deps: QueriesDeps,
  asked: QueryRequest,
): AsyncGenerator<string, void, undefined> {
  const prepared = await prepareText(deps, asked);
  const lines = (rows: readonly ResultRow[]) => [formatCsvLines(prepared.columns, rows)];
  // Sends the header together with the first batch, so that an earlier error can still become an error response.
  let before = formatCsvHeader(prepared.columns);
  for await (const array of bufferBatches(deps, asked, prepared, lines)) {
    const [text] = JSON.parse(array.toString()) as [string];
    yield before + text;
    before = '';
  }
  if (before !== '') yield before;
}

type BatchConverter = (rows: readonly ResultRow[]) => readonly unknown[];

/** Yields batches of rows as JSON arrays. Buffers batches until the client reads them. */
function bufferBatches(
  deps: QueriesDeps,
  asked: QueryRequest,
  prepared: PreparedQuery,
  made: BatchConverter,
): AsyncIterable<Buffer> {
  const spill = { spoolFolder: deps.spoolFolder, space: deps.spillShares.of(asked.user) };
  return spillBatches(spill, (stop) =>
    fetchBatches(deps, asked, prepared, made, AbortSignal.any([asked.signal, stop])),
  );
}

/** Occupies a slot of the semaphore and a connection from the first batch to the last. */
async function* fetchBatches(
  { queryTurns, queryTimeoutMs: timeoutMs }: QueriesDeps,
  { kind, user }: QueryRequest,
  { columns, rows }: PreparedQuery,
  made: BatchConverter,
  signal: AbortSignal,
): AsyncGenerator<readonly unknown[]> {
  const batchSize = columns.every(({ isShort }) => isShort)
    ? Math.max(KINDS[kind].batchSize, Math.floor(SHORT_VALUES / (columns.length + 1)))
    : KINDS[kind].batchSize;
  const endTurn = await queryTurns.acquire(signal, user);
  try {
    for await (const batch of convertStreamErrors(rows({ batchSize, signal, timeoutMs }))) yield made(batch);
  } finally {
    endTurn();
  }
}

/**
 * Joins JSON arrays into one. Yields nothing before the first batch, so that an earlier error can still become an error
 * response.
 */
async function* joinJsonArrays(arrays: AsyncIterable<Buffer>): AsyncGenerator<string | Uint8Array> {
  let before = '[';
  for await (const array of arrays) {
    yield before;
    yield array.subarray(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

async function prepareText(
  { database, laaws }: QueriesDeps,
  { kind, text }: QueryRequest,
): Promise<PreparedQuery> {
  try {
    const { catalogue } = KINDS[kind];
    return await prepareQuery(database, laaws ? makeLaawsCatalogue(catalogue) : catalogue, parseQuery(text));
  } catch (error) {
    throw error instanceof QueryError ? makeBadQueryError(text, error) : error;
  }
}

/** SQLSTATE of a regular expression that is valid but too complex for PostgreSQL. */
const BAD_PATTERN = '2201B';

async function* convertStreamErrors<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  try {
    yield* batches;
  } catch (error) {
    if (error instanceof BatchTimeoutError) throw makeQueryTooSlowError(error);
    throw findSqlState(error) === BAD_PATTERN ? makePatternTooLargeError(error) : error;
  }
}
