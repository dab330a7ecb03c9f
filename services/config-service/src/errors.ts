// Every error this service tells a client, one function each, and how the errors of what it stands on become them.
import { ApiError } from '@holdfast/http-kit';
import { CheckViolation, DatabaseUnavailable } from '@holdfast/pg-kit';
import { type BadQuery, placeOf } from './query/bad-query.ts';

/** 500, not 502: the interface lists no other status for a failure of the service's own. */
export const databaseUnreachable = (cause: unknown) =>
  new ApiError(500, 'The database cannot be reached.', { cause });

export const noSuchAu = (auid: string) => new ApiError(404, `There is no AU ${auid}.`);

export const pluginNotFound = (pluginId: string) => new ApiError(404, `Plugin not found: ${pluginId}`);

/** `fault` is a sentence that names the parameter. */
export const badAuConfiguration = (fault: string) => new ApiError(400, fault);

export const auidLineTooLong = (number: number, limit: number) =>
  new ApiError(400, `AUID number ${number} of the body is longer than ${limit} characters.`);

export const badDocument = (fault: string) => new ApiError(400, fault);

export const cookieTooLong = (limit: number) =>
  new ApiError(400, `The header X-Lockss-Request-Cookie must be at most ${limit} characters long.`);

/** Says what is wrong and where, and shows the place: the members line, column and excerpt. */
export const badQuery = (query: string, { message, offset }: BadQuery) => {
  const { line, column, excerpt } = placeOf(query, offset);
  const detail = `${message} (line ${line}, column ${column}).`;
  return new ApiError(400, detail, { extra: { line, column, excerpt } });
};

/** 400: it is the query that asks for too much. */
export const queryTooSlow = (cause: unknown) =>
  new ApiError(400, 'The query took too long; ask for less, or by properties that are indexed.', { cause });

const auidTooLong = () => new ApiError(400, 'The AUID is longer than the 2560 bytes allowed here.');

/** What a client is told of an error that is not yet an ApiError; undefined when nothing is known of it. */
export function errorFor(error: unknown): ApiError | undefined {
  if (error instanceof CheckViolation && error.constraint.endsWith('auid_length')) return auidTooLong();
  return error instanceof DatabaseUnavailable ? databaseUnreachable(error) : undefined;
}
