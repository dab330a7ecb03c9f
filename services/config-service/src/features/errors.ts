// Every error this service tells a client, one function each, and how the errors of what it stands on become them.
import type { BadConfigurationError } from '@holdfast/config-format';
import { ApiError, errors } from '@holdfast/http-kit';
import { CheckViolationError, DatabaseUnavailableError } from '@holdfast/pg-kit';
import { isDiskFull } from '@holdfast/service-kit';
import { positionOf, type QueryError } from '../query/query-error.ts';

/** 500, not 502: the interface lists no other status for a failure of the service's own. */
const databaseUnreachable = (cause: unknown) =>
  new ApiError(500, 'The database cannot be reached.', { cause });

export const noSuchAu = (auid: string) => new ApiError(404, `There is no AU ${auid}.`);

export const pluginNotFound = (pluginId: string) => new ApiError(404, `Plugin not found: ${pluginId}`);

/** `fault` is a sentence. */
export const badAuidRequest = (fault: string) => new ApiError(400, fault);

/** `fault` is a sentence that names the parameter. */
export const badAuConfiguration = (fault: string) => new ApiError(400, fault);

export const auidLineTooLong = (number: number, limit: number) =>
  new ApiError(400, `AUID number ${number} of the body is longer than ${limit} characters.`);

export const tooManyAuids = (limit: number) =>
  new ApiError(400, `The body has more than ${limit} lines, each of which could be an AUID.`);

export const badDocument = (fault: string) => new ApiError(400, fault);

/** `fault` is a sentence. */
export const badAccount = (fault: string) => new ApiError(400, fault);

export const noSuchAccount = (name: string) => new ApiError(404, `There is no account ${name}.`);

export const importTooSlow = () => new ApiError(400, 'The AUs were sent too slowly.');

export const cookieTooLong = (limit: number) =>
  new ApiError(400, `The header X-Lockss-Request-Cookie must be at most ${limit} characters long.`);

export const badFindingsToken = () =>
  new ApiError(400, 'The continuationToken is none that this operation gave.');

/** Says what is wrong and where, and shows the place: the members line, column and excerpt. */
export const badQuery = (query: string, { message, offset }: QueryError) => {
  const { line, column, excerpt } = positionOf(query, offset);
  const detail = `${message} (line ${line}, column ${column}).`;
  return new ApiError(400, detail, { extra: { line, column, excerpt } });
};

/** 400: it is the query that asks for too much. */
export const queryTooSlow = (cause: unknown) =>
  new ApiError(400, 'The query took too long; ask for less, or by properties that are indexed.', { cause });

/** 400: it is a pattern of the query that is too large when it is spelt out. */
export const patternTooLarge = (cause: unknown) =>
  new ApiError(400, 'A pattern of the query is too complex to be looked for.', { cause });

/** Answers that nobody has taken yet fill the space for them. */
export const answersWait = () =>
  new ApiError(503, 'Too much waits to be read of answers to queries; read them, or ask for less.', {
    headers: { 'Retry-After': '60' },
  });

const auidTooLong = () => new ApiError(400, 'The AUID is longer than the 2560 bytes allowed here.');

export const preconditionFailed = () =>
  new ApiError(
    412,
    'The file is not as the preconditions of the request demand; it may have been changed since.',
  );

export const notAcceptable = () =>
  new ApiError(406, 'Available as text/xml or text/plain, application/octet-stream and multipart/form-data.');

export const badForm = (fault: string, cause?: unknown) => new ApiError(400, fault, { cause });

export const configFileTooLarge = (limitBytes: number) =>
  new ApiError(413, `The configuration file is larger than the ${limitBytes} bytes allowed here.`);

export const badConfigurationFile = ({ message, line, column }: BadConfigurationError) =>
  new ApiError(400, `The file cannot be read as configuration: line ${line}, column ${column}: ${message}.`, {
    extra: { line, column },
  });

/** `faults`: each a sentence without its full stop. */
export const badParameters = (faults: readonly string[]) =>
  new ApiError(400, `The file sets what cannot be understood: ${faults.join('; ')}.`);

export const oneKeyOrPrefix = () => new ApiError(400, 'Give key or prefix, not both.');

export const noSuchConfigurationFile = (name: string) =>
  new ApiError(404, `There is no configuration file ${name}.`);

export const unknownSection = () => new ApiError(400, 'There is no section of this name.');

export const sectionIsGenerated = (name: string) =>
  new ApiError(400, `The section ${name} is made by the service itself and cannot be written.`);

export const notASource = () =>
  new ApiError(400, 'The URL is none of the configuration sources of this node.');

export const sourceUnavailable = (cause: unknown) =>
  new ApiError(404, 'The configuration source cannot be reached or read, and there is no copy of it.', {
    cause,
  });

/** POST /auids only calculates. */
const STORES_NOTHING = 'calculateAuid';

/** 500: the interface lists no other status for a failure to store. */
export function refusedWhenFull(operation: {
  readonly method: string;
  readonly operationId: string;
}): number | undefined {
  const writes = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(operation.method);
  return writes && operation.operationId !== STORES_NOTHING ? 500 : undefined;
}

/** The answer to an error that is not yet an ApiError; undefined when nothing is known of it. */
export function errorFor(error: unknown): ApiError | undefined {
  if (isDiskFull(error)) return errors.diskBecameFull(500, error);
  if (error instanceof CheckViolationError && error.constraint.endsWith('auid_length')) return auidTooLong();
  return error instanceof DatabaseUnavailableError ? databaseUnreachable(error) : undefined;
}
