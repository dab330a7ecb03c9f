// Converts the parameters of a cdxa request to its XML document. Contains neither HTTP nor SQL.
import type { Capture } from '../../../domain/replay/capture.ts';
import type { CaptureIndex } from '../../../domain/replay/capture-index.ts';
import { type CdxaParameters, type CdxaQuery, parseCdxaQuery } from '../query/cdxa-query.ts';
import { walkOutward } from '../walk/closest-walk.ts';
import { listUrlSummaries } from '../walk/url-summaries.ts';
import { generateCdxBatches } from './cdx-response.ts';
import { DOCUMENT_END, formatCaptureResult, formatDocumentStart, formatUrlResult } from './cdxa-document.ts';

export interface CdxaDeps {
  readonly index: CaptureIndex;
  readonly limits: { max: number };
  nowMs(): number;
}

/** Starts the document. Resolves when the first result is found, or to undefined if there are no results. */
export async function generateCdxaDocument(
  deps: CdxaDeps,
  namespace: string,
  parameters: CdxaParameters,
): Promise<AsyncIterable<string> | undefined> {
  const query = parseCdxaQuery(namespace, parameters, deps.limits);
  const results =
    query.type === 'urlquery'
      ? generateCaptureResults(deps.index, query)
      : generateUrlResults(deps.index, query);
  const first = await results.next();
  if (first.done) return undefined;
  const total = await countResults(deps.index, query);
  return generateDocument(formatDocumentStart(query, total, deps.nowMs()) + first.value, results);
}

async function* generateDocument(begin: string, results: AsyncIterable<string>): AsyncGenerator<string> {
  yield begin;
  yield* results;
  yield DOCUMENT_END;
}

function countResults(index: CaptureIndex, { type, scope, match }: CdxaQuery): Promise<number> {
  return type === 'urlquery' ? index.count(scope, match) : index.countUrls(scope, match);
}

async function* generateCaptureResults(
  index: CaptureIndex,
  query: CdxaQuery,
): AsyncGenerator<string, undefined> {
  const { scope, match, offset, limit } = query;
  const closest = await findClosest(index, query);
  const captures = generateCdxBatches(index, {
    match,
    scope,
    sort: { by: 'forward' },
    filters: [],
    collapses: [],
    keeps: 'first',
    offset,
    limit,
    tellsRest: false,
    fromEnd: false,
    page: undefined,
    resumeKey: undefined,
    identity: [],
  });
  for await (const batch of captures) {
    yield batch
      .map((capture) => formatCaptureResult(capture, scope.namespace, capture.id === closest?.id))
      .join('');
  }
}

async function findClosest(index: CaptureIndex, { match, scope, closestSecond }: CdxaQuery) {
  if (closestSecond === undefined || !('key' in match)) return undefined;
  const walk = walkOutward({ index, scope, match, second: closestSecond, firstBatch: 2 });
  const first = await walk.next();
  return first.done ? undefined : (first.value satisfies Capture);
}

async function* generateUrlResults(index: CaptureIndex, query: CdxaQuery): AsyncGenerator<string, undefined> {
  const { offset, limit } = query;
  for await (const batch of listUrlSummaries(index, query, { offset, limit })) {
    yield batch.map(formatUrlResult).join('');
  }
}
