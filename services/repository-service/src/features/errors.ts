// Creates the service's error responses, one function per error, and converts errors of other modules to them.

import { ApiError, errors } from '@holdfast/http-kit';
import { StandbyError } from '@holdfast/journal';
import { NoSuchObjectError, ObjectStoreUnavailableError } from '@holdfast/object-store';
import { BadPageTokenError, DatabaseUnavailableError, findSqlState } from '@holdfast/pg-kit';
import { isDiskFull } from '@holdfast/service-kit';
import { ArtifactGoneError } from '../content/relocating-reader.ts';
import { ExportUnderWayError } from '../export/exports.ts';
import { ExportOutdatedError } from '../export/warc-part.ts';
import { UnderHoldError } from '../index/aus/holds.db.ts';
import { CodecError, NotAWarcUploadError } from '../ingest/reading/codec-thread.ts';
import { IndexError } from '../ingest/storing/segment-committer.ts';
import { OlderIndexError } from '../jobs/older-index/compare.ts';

/** Headers of a temporary error, which tell the client to retry soon. */
const soon = { headers: { 'Retry-After': '5' } };

export const makeBadUploadError = (detail: string, cause?: unknown) => new ApiError(400, detail, { cause });
export const makeSlowUploadError = () =>
  makeBadUploadError('The upload is slower than the minimum rate of this service (CLIENT_LEAST_RATE).');
export const makeBadParameterError = (detail: string) => new ApiError(400, detail);
export const makeNoSuchArtifactError = (uuid: string, namespace: string) =>
  new ApiError(
    404,
    `There is no artifact ${quoteShortened(uuid)} in namespace ${JSON.stringify(namespace)}.`,
  );
export const makeNoSuchAuError = (auid: string, namespace: string) =>
  new ApiError(404, `There is no AU ${quoteShortened(auid)} in namespace ${JSON.stringify(namespace)}.`);
export const makeNoSuchNamespaceError = (namespace: string) =>
  new ApiError(404, `There is nothing in namespace ${JSON.stringify(namespace)}.`);
export const makeRegistriesOnlyError = () =>
  new ApiError(403, 'This user may only add artifacts to the AUs of plugin registries.');
export const makeAuInBulkTransferError = (uuid: string) =>
  new ApiError(409, `The AU of artifact ${uuid} is in bulk mode; finish the bulk transfer first.`);
export const makeUnderHoldError = (cause: UnderHoldError) =>
  new ApiError(409, `Nothing was deleted: ${cause.message}.`, { cause });
export const makeNoSuchHoldError = (hold: string) =>
  new ApiError(404, `There is no hold ${quoteShortened(hold)}.`);
export const makeNoSuchCheckError = (check: string) =>
  new ApiError(404, `There is no check ${quoteShortened(check)}.`);
export const makeNoCertificateError = (check: string) =>
  new ApiError(404, `The check ${check} has no certificate: only a finished check has one.`);
export const makeNoSuchScheduleError = (schedule: string) =>
  new ApiError(404, `There is no schedule ${quoteShortened(schedule)}.`);
export const makeNoArtifactsUnderPrefixError = (urlPrefix: string, namespace: string) =>
  new ApiError(
    404,
    `No URL in namespace ${JSON.stringify(namespace)} begins with ${quoteShortened(urlPrefix)}.`,
  );
export const makeCheckEndedError = (check: string) =>
  new ApiError(409, `The check ${check} has already ended.`);
export const makeTooManyChecksError = (most: number) =>
  new ApiError(409, `${most} checks are already waiting. Wait until some have ended, or cancel some.`);
export const makeTooManySchedulesError = (most: number) =>
  new ApiError(
    409,
    `There are already ${most} schedules, the maximum. Delete some, or add a schedule for a namespace.`,
  );
export const makeNoSuchDeletionError = (number: number) =>
  new ApiError(404, `There is no deletion ${number}.`);
export const makeAuNotInBulkTransferError = (auid: string, namespace: string) =>
  new ApiError(
    404,
    `AU ${quoteShortened(auid)} in namespace ${JSON.stringify(namespace)} is not in bulk mode.`,
  );
export const makeNoSuchWarcError = (fileName: string) =>
  new ApiError(
    404,
    `There is no WARC ${quoteShortened(fileName)}; names are {namespace}:{uuid}.warc or .warc.gz.`,
  );
export const makeNoSuchRecordError = (name: string, uuid: string) =>
  new ApiError(404, `Artifact ${uuid} has no record ${quoteShortened(name)}.`);
export const makeNoSuchMementoError = (url: string, namespace: string) =>
  new ApiError(
    404,
    `There is no memento of ${quoteShortened(url)} in namespace ${JSON.stringify(namespace)}.`,
  );
export const makeNotAcceptableError = (offered: readonly string[]) =>
  new ApiError(406, `This operation can only return ${offered.join(' and ')}.`);
export const makeTooManyImportsError = (limit: number) =>
  new ApiError(503, `The service is already running ${limit} imports; try again soon.`, {
    headers: { 'Retry-After': '10' },
    serverErrorType: 'NONE',
  });
export const makeTooManyImportsOfUserError = (limit: number) =>
  new ApiError(503, `The service is already running ${limit} imports of this user; try again soon.`, {
    headers: { 'Retry-After': '10' },
    serverErrorType: 'NONE',
  });
export const makeTooManyCreatesError = () =>
  new ApiError(503, 'The service is already creating its maximum number of artifacts; try again soon.', {
    headers: { 'Retry-After': '1' },
    serverErrorType: 'NONE',
  });
export const makeTooManyStreamsError = () =>
  new ApiError(503, 'The service already has its maximum number of listeners; try again soon.', {
    headers: { 'Retry-After': '10' },
    serverErrorType: 'NONE',
  });
export const makeNoSuchJobError = (id: string) => new ApiError(404, `There is no job ${quoteShortened(id)}.`);
export const makeJobPausedError = (id: string) =>
  new ApiError(409, `The job ${id} is paused. Resume it to continue.`);
export const makeJobRunningError = (id: string) => new ApiError(409, `The job ${id} is already running.`);
export const makeNoSuchExportError = (fileName: string) =>
  new ApiError(
    404,
    `There is no export ${quoteShortened(fileName)}; names are {namespace}.warc.gz, {namespace}.wacz and {namespace}.tar.`,
  );
export const makeNothingToExportError = () =>
  new ApiError(404, 'No committed artifact matches, so there is nothing to export.');
export const makeTooManyExportsError = () =>
  new ApiError(503, 'The service is already running its maximum number of exports; try again soon.', {
    headers: { 'Retry-After': '5' },
    serverErrorType: 'NONE',
  });
export const makeIncompleteRequestError = (cause: unknown) =>
  new ApiError(400, 'The request ended before its body was complete.', { cause });
export const makeCannotSpoolError = (cause: unknown) =>
  isDiskFull(cause)
    ? errors.makeDiskBecameFullError(502, cause)
    : new ApiError(502, 'The payload could not be buffered until the properties of the artifact arrived.', {
        cause,
      });
export const makePreconditionFailedError = () =>
  new ApiError(412, 'The content does not match the preconditions of the request.');
export const makeRangeNotSatisfiableError = (sizeBytes: number) =>
  new ApiError(416, `The range lies outside the content, which has ${sizeBytes} bytes.`, {
    headers: { 'Content-Range': `bytes */${sizeBytes}` },
  });
export const makeDamagedArtifactError = (uuid: string, reason: string, cause?: unknown) =>
  new ApiError(502, `The stored content of artifact ${uuid} cannot be served: ${reason}.`, { cause });

/** Creates the error for a damaged companion record (request, metadata, warcinfo) of one or several artifacts. */
export const makeDamagedRecordError = (reason: string, cause?: unknown) =>
  new ApiError(502, `A companion record cannot be served: ${reason}.`, { cause });

const QUERY_CANCELED = '57014';

/**
 * Converts errors of an unreachable or slow index or store to 503 with a Retry-After header. Rethrows all other errors.
 * Use this for operations whose interface lists no status 502.
 */
export async function convertUnavailableErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isDiskFull(error)) throw errors.makeDiskBecameFullError(503, error);
    const down = error instanceof DatabaseUnavailableError || error instanceof ObjectStoreUnavailableError;
    if (!down && findSqlState(error) !== QUERY_CANCELED) throw error;
    const detail = down
      ? 'The index or the object store cannot be reached; try again soon.'
      : 'The index takes too long to answer; try again soon.';
    throw new ApiError(503, detail, { cause: error, ...soon });
  }
}

/**
 * Returns the error status of a write to a full disk: 502 if the operation's interface lists it, otherwise 503, which
 * tells the client to retry. Returns undefined for operations that write nothing.
 */
export function findFullDiskStatus(operation: {
  readonly method: string;
  readonly statuses: readonly string[];
}): number | undefined {
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(operation.method)) return undefined;
  return operation.statuses.includes('502') ? 502 : 503;
}

/** Converts an error to an ApiError. Returns undefined for an error that it does not recognize. */
export function toApiError(error: unknown): ApiError | undefined {
  if (isDiskFull(error)) return errors.makeDiskBecameFullError(502, error);
  if (error instanceof UnderHoldError) return makeUnderHoldError(error);
  if (error instanceof BadPageTokenError) return makeBadParameterError(`continuationToken: ${error.message}`);
  if (error instanceof NotAWarcUploadError) return makeBadUploadError(error.message);
  if (error instanceof ExportUnderWayError || error instanceof ExportOutdatedError) {
    return new ApiError(503, `The export is not ready yet (${error.message}); try again soon.`, {
      cause: error,
      headers: { 'Retry-After': '2' },
      serverErrorType: 'NONE',
    });
  }
  if (error instanceof ArtifactGoneError) return makeNoSuchArtifactError(error.uuid, error.namespace);
  if (error instanceof OlderIndexError || error instanceof StandbyError) {
    return new ApiError(503, error.message, { cause: error, ...soon });
  }
  if (error instanceof DatabaseUnavailableError) {
    return new ApiError(502, 'The index cannot be reached.', { cause: error, ...soon });
  }
  if (error instanceof IndexError) {
    return new ApiError(502, 'The index could not record the artifact.', { cause: error });
  }
  if (error instanceof ObjectStoreUnavailableError) {
    return new ApiError(502, 'The object store cannot be used.', { cause: error, ...soon });
  }
  if (error instanceof NoSuchObjectError) {
    return new ApiError(502, 'The stored content is missing from the object store.', { cause: error });
  }
  if (error instanceof CodecError) {
    return new ApiError(502, `The upload could not be read completely (${error.reason}).`, { cause: error });
  }
  return undefined;
}

/** Returns the message that clients may see. */
export function toClientMessage(error: unknown): string {
  return toApiError(error)?.detail ?? (error as { detail?: string }).detail ?? 'an internal error';
}

function quoteShortened(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
