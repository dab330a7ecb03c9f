// Reads CDX lines and records as one sequence that continues across several responses.
import type { CdxRecord, repository } from '@holdfast/api-types';
import { parseLineObject, readResponseLines } from './lines.ts';
import type { OperationInput, RepositoryOperations } from './operation-types.ts';
import { ServiceError } from './service-error.ts';
import type { CallOptions } from './settings.ts';

type CdxbInput = OperationInput<repository.operations['getCdxb']>;

export interface CaptureQuery
  extends Omit<CdxbInput, 'output' | 'page' | 'pageSize' | 'showNumPages' | 'showResumeKey' | 'limit'> {
  /** An output with one line per capture. */
  readonly output?: 'cdx' | 'text' | 'cdxj' | 'json' | undefined;
  /** Maximum number of captures in all responses together. */
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
    const answer = await getCdxb({ ...query, limit, resumeKey }, options).catch(noneWhenMissing);
    if (answer === undefined) return;
    for await (const line of readResponseLines(answer, OPERATION)) {
      yield line;
      if (limit !== undefined) limit -= 1;
    }
    // The resume key is in a trailer, because the service knows only at the end of the body whether captures remain.
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

/** A 404 response means that no capture matches. */
function noneWhenMissing(error: unknown): undefined {
  if (error instanceof ServiceError && error.status === 404) return undefined;
  throw error;
}
