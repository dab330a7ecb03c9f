// Errors that this service returns to clients, and their conversion from database errors.
import type { BadConfigurationError } from '@holdfast/config-format';
import { ApiError, errors } from '@holdfast/http-kit';
import { OlderDatabaseError, StandbyError } from '@holdfast/journal';
import { CheckViolationError, DatabaseUnavailableError } from '@holdfast/pg-kit';
import { isDiskFull } from '@holdfast/service-kit';
import { locateInQuery, type QueryError } from '../query/query-error.ts';

/** The interface defines only status 500 for internal failures. */
const databaseUnreachable = (cause: unknown) =>
  new ApiError(500, 'The database cannot be reached.', { cause });

/** The interface defines only status 500 for internal failures. */
const databaseOlder = (cause: Error) => new ApiError(500, `${cause.message}.`, { cause });

export const makeNoSuchAuError = (auid: string) => new ApiError(404, `There is no AU ${auid}.`);

export const makePluginNotFoundError = (pluginId: string) =>
  new ApiError(404, `Plugin not found: ${pluginId}`);

export const makeBadAuidRequestError = (fault: string) => new ApiError(400, fault);

/** `fault` is a sentence about the invalid parameter. */
export const makeBadAuConfigurationError = (fault: string) => new ApiError(400, fault);

export const makeAuidLineTooLongError = (number: number, limit: number) =>
  new ApiError(400, `AUID number ${number} of the body is longer than ${limit} characters.`);

export const makeTooManyAuidsError = (limit: number) =>
  new ApiError(400, `The body has more than ${limit} lines, each of which could be an AUID.`);

export const makeBadDocumentError = (fault: string) => new ApiError(400, fault);

export const makeBadAccountError = (fault: string) => new ApiError(400, fault);

export const makeNoSuchAccountError = (name: string) => new ApiError(404, `There is no account ${name}.`);

export const makeImportTooSlowError = () => new ApiError(400, 'The AUs were sent too slowly.');

export const makeCookieTooLongError = (limit: number) =>
  new ApiError(400, `The header X-Lockss-Request-Cookie must be at most ${limit} characters long.`);

export const makeBadFindingsTokenError = () =>
  new ApiError(400, 'The continuation token is not from this operation.');

/** Adds the position of the syntax error to the response (`line`, `column` and `excerpt`). */
export const makeBadQueryError = (query: string, { message, offset }: QueryError) => {
  const { line, column, excerpt } = locateInQuery(query, offset);
  const detail = `${message} (line ${line}, column ${column}).`;
  return new ApiError(400, detail, { extra: { line, column, excerpt } });
};

/** The status is 400, because the client can avoid the error with a smaller request. */
export const makeQueryTooSlowError = (cause: unknown) =>
  new ApiError(400, 'The query took too long; ask for less, or by properties that are indexed.', { cause });

/** The status is 400, because the query's pattern is too large after expansion. */
export const makePatternTooLargeError = (cause: unknown) =>
  new ApiError(400, 'A pattern of the query is too complex to search for.', { cause });

/** The status is 503: the buffer for query results is full of results that clients have not read yet. */
export const makeUnreadResultsError = () =>
  new ApiError(503, 'Too many query results are waiting to be read. Read them first, or request less.', {
    headers: { 'Retry-After': '60' },
  });

const auidTooLong = () => new ApiError(400, 'The AUID is longer than the 2560 bytes allowed here.');

export const makePreconditionFailedError = () =>
  new ApiError(
    412,
    'The preconditions of the request do not hold; the file may have changed since you read it.',
  );

export const makeNotAcceptableError = () =>
  new ApiError(406, 'Available as text/xml or text/plain, application/octet-stream and multipart/form-data.');

export const makeBadFormError = (fault: string, cause?: unknown) => new ApiError(400, fault, { cause });

export const makeConfigFileTooLargeError = (limitBytes: number) =>
  new ApiError(413, `The configuration file is larger than the ${limitBytes} bytes allowed here.`);

export const makeBadConfigurationFileError = ({ message, line, column }: BadConfigurationError) =>
  new ApiError(400, `The file cannot be read as configuration: line ${line}, column ${column}: ${message}.`, {
    extra: { line, column },
  });

/** `faults` are messages without a full stop. */
export const makeBadParametersError = (faults: readonly string[]) =>
  new ApiError(400, `The file sets invalid values: ${faults.join('; ')}.`);

export const makeOneKeyOrPrefixError = () => new ApiError(400, 'Give key or prefix, not both.');

export const makeNoSuchConfigurationFileError = (name: string) =>
  new ApiError(404, `There is no configuration file ${name}.`);

export const makeUnknownSectionError = () => new ApiError(400, 'There is no section of this name.');

export const makeSectionIsGeneratedError = (name: string) =>
  new ApiError(
    400,
    `The section ${name} is generated by the service. It cannot be written and has no versions.`,
  );

export const makeNotASourceError = () =>
  new ApiError(400, 'The URL is not one of the configuration sources of this node.');

export const makeSourceUnavailableError = (cause: unknown) =>
  new ApiError(404, 'The configuration source cannot be reached or read, and there is no copy of it.', {
    cause,
  });

/** POST /auids stores nothing, so it works on a full disk. */
const STORES_NOTHING = 'calculateAuid';

/**
 * Returns the status of a write operation while the disk is full, or undefined for a read operation. The interface
 * defines only status 500 for failed writes.
 */
export function findFullDiskStatus(operation: {
  readonly method: string;
  readonly operationId: string;
}): number | undefined {
  const writes = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(operation.method);
  return writes && operation.operationId !== STORES_NOTHING ? 500 : undefined;
}

/** Converts database errors and errors of a full disk to an ApiError. Returns undefined for other errors. */
export function toApiError(error: unknown): ApiError | undefined {
  if (isDiskFull(error)) return errors.makeDiskBecameFullError(500, error);
  if (error instanceof CheckViolationError && error.constraint.endsWith('auid_length')) return auidTooLong();
  if (error instanceof OlderDatabaseError || error instanceof StandbyError) return databaseOlder(error);
  return error instanceof DatabaseUnavailableError ? databaseUnreachable(error) : undefined;
}
