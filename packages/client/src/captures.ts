// CDX lines and records as one sequence, however the service divides its answers.
import type { CdxRecord, repository } from '@holdfast/api-types';
import { linesOf, objectIn } from './lines.ts';
import type { InputOf, RepositoryOperations } from './operation-types.ts';
import { ServiceError } from './service-error.ts';
import type { CallOptions } from './settings.ts';

type Asked = InputOf<repository.operations['getCdxb']>;

export interface CaptureQuery
  extends Omit<Asked, 'output' | 'page' | 'pageSize' | 'showNumPages' | 'showResumeKey' | 'limit'> {
  /** A form with a line for each capture. */
  readonly output?: 'cdx' | 'text' | 'cdxj' | 'json' | undefined;
  /** Greatest number of captures in all, over however many answers. */
  readonly limit?: number | undefined;
}

type Calls = Pick<RepositoryOperations, 'getCdxb'>;
const OPERATION = 'GET /replay/cdxb/{namespace}';

export async function* cdxLinesOf(
  { getCdxb }: Calls,
  query: CaptureQuery,
  options?: CallOptions,
): AsyncGenerator<string> {
  let { resumeKey, limit } = query;
  do {
    const answer = await getCdxb({ ...query, limit, resumeKey }, options).catch(noneWhenMissing);
    if (answer === undefined) return;
    for await (const line of linesOf(answer, OPERATION)) {
      yield line;
      if (limit !== undefined) limit -= 1;
    }
    // The key stands behind the body, for only there does the service know that captures were left out.
    resumeKey = answer.body.trailers['x-resume-key'];
  } while (resumeKey !== undefined && limit !== 0);
}

export async function* capturesOf(
  calls: Calls,
  query: Omit<CaptureQuery, 'output'>,
  options?: CallOptions,
): AsyncGenerator<CdxRecord> {
  for await (const line of cdxLinesOf(calls, { ...query, output: 'json' }, options)) {
    yield objectIn<CdxRecord>(line, OPERATION);
  }
}

/** 404: no capture matches. */
function noneWhenMissing(error: unknown): undefined {
  if (error instanceof ServiceError && error.status === 404) return undefined;
  throw error;
}
