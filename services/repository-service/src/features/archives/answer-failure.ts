// An import that fails: as an error answer, or at the end of the answer that has begun.
import type { ImportSummary as WireSummary } from '@holdfast/api-types';
import { toldOf } from '../errors.ts';
import type { ImportAnswer } from './import-answer.ts';

interface FailedRequest {
  readonly signal: AbortSignal;
  readonly log: { error(fields: object, message: string): void };
}

/** Before the first line an error is an error answer. After it the sequence ends with one ERROR object. */
export function answerFailure(
  answer: ImportAnswer,
  error: unknown,
  request: FailedRequest,
  summary: WireSummary | undefined,
) {
  if (!answer.begun) throw error;
  if (request.signal.aborted) {
    answer.discard();
    throw error;
  }
  request.log.error({ err: error }, 'an import stopped before its end');
  return () =>
    answer.stop(`The import stopped here: ${toldOf(error)} Repeat it to store what is missing.`, summary);
}
