// Every error this service tells a client, one function each, and how the errors of what it stands on become them.
import { ApiError } from '@holdfast/http-kit';
import { DatabaseUnavailable } from '@holdfast/pg-kit';

/** 500, not 502: the interface lists no other status for a failure of the service's own. */
export const databaseUnreachable = (cause: unknown) =>
  new ApiError(500, 'The database cannot be reached.', { cause });

/** What a client is told of an error that is not yet an ApiError; undefined when nothing is known of it. */
export function errorFor(error: unknown): ApiError | undefined {
  return error instanceof DatabaseUnavailable ? databaseUnreachable(error) : undefined;
}
