// What replay clients are told when the index cannot answer: never less than there is, always that it is unavailable.
import { ApiError } from '@holdfast/http-kit';
import { DatabaseUnavailable, sqlState } from '@holdfast/pg-kit';

const queryCanceled = '57014';

/** The error to throw instead: 503 when the index is down or overloaded, otherwise the same. */
export function asReplayError(error: unknown): unknown {
  if (!(error instanceof DatabaseUnavailable) && sqlState(error) !== queryCanceled) return error;
  return new ApiError(503, 'The replay index cannot be reached; try again soon.', {
    cause: error,
    headers: { 'Retry-After': '5' },
  });
}
