// Reads CDX lines and records page by page, and yields them as one sequence.
import type { CdxRecord, repository } from '@holdfast/api-types';
import { parseLineObject, readResponseLines } from './lines.ts';
import type { OperationInput, RepositoryOperations } from './operation-types.ts';
import { ServiceError } from './service-error.ts';
import type { CallOptions } from './settings.ts';

type CdxbInput = OperationInput<repository.operations['getCdxb']>;

export interface CaptureQuery
  extends Omit<CdxbInput, 'output' | 'page' | 'pageSize' | 'showNumPages' | 'showResumeKey' | 'limit'> {
  /** Output format. Only formats with one line per capture are supported. */
  readonly output?: 'cdx' | 'text' | 'cdxj' | 'json' | undefined;
  /** Maximum number of captures in total, over all pages. */
  readonly limit?: number | undefined;
}

type Calls = Pick<RepositoryOperations, 'getCdxb'>;
const OPERATION = 'GET /replay/cdxb/{namespace}';

export async function* readCdxLines(
  { getCdxb }: Calls,
  query: CaptureQuery,
  options?: CallOptions,
): AsyncGenerator<string> {
  let { resumeKey, limit } = query;
  do {
    const answer = await getCdxb({ ...query, limit, resumeKey }, options).catch(ignoreNotFound);
    if (answer === undefined) return;
    for await (const line of readResponseLines(answer, OPERATION)) {
      yield line;
      if (limit !== undefined) limit -= 1;
    }
    // Reads the resume key from a trailer, because the service knows only at the end of the response whether more
    // captures exist.
    resumeKey = answer.body.trailers['x-resume-key'];
  } while (resumeKey !== undefined && limit !== 0);
}

export async function* readCaptures(
  calls: Calls,
  query: Omit<CaptureQuery, 'output'>,
  options?: CallOptions,
): AsyncGenerator<CdxRecord> {
  for await (const line of readCdxLines(calls, { ...query, output: 'json' }, options)) {
    yield parseLineObject<CdxRecord>(line, OPERATION);
  }
}

/** Returns undefined for a 404 response, which means that there are no matching captures. Throws every other error. */
function ignoreNotFound(error: unknown): undefined {
  if (error instanceof ServiceError && error.status === 404) return undefined;
  throw error;
}
