// Errors of the HTTP layer, one function per error. Each service defines its own errors in its errors.ts.
import { ApiError } from './api-error.ts';

export const makeBadRequestError = (detail: string, faults?: readonly unknown[]): ApiError =>
  new ApiError(400, detail, faults === undefined ? {} : { extra: { errors: faults } });

export const makeUnauthorizedError = (realm: string, detail: string): ApiError =>
  new ApiError(401, detail, { headers: { 'WWW-Authenticate': `Basic realm="${realm}", charset="UTF-8"` } });

/** Returns the error for an invalid token (RFC 6750, section 3.1). */
export const makeInvalidTokenError = (realm: string, detail: string): ApiError => {
  const about = `error="invalid_token", error_description="${detail}"`;
  return new ApiError(401, detail, { headers: { 'WWW-Authenticate': `Bearer realm="${realm}", ${about}` } });
};

/** Returns the error for a token without the required permission (RFC 6750, section 3.1). */
export const makeInsufficientScopeError = (detail: string): ApiError =>
  new ApiError(403, detail, { headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' } });

/** Returns a 401 error with a scheme that browsers ignore. For `Basic`, browsers would open their own login dialog. */
export const makeNeedsSessionError = (realm: string, detail: string): ApiError =>
  new ApiError(401, detail, { headers: { 'WWW-Authenticate': `Session realm="${realm}"` } });

export const makeForbiddenError = (roles: readonly string[]): ApiError =>
  new ApiError(403, `This operation needs the role ${roles.join(' or ')}.`);

export const makeAddressRefusedError = (): ApiError =>
  new ApiError(403, 'Requests from this address are not allowed.');

export const makeForeignOriginError = (): ApiError =>
  new ApiError(403, 'Pages of other web origins may not send write requests.');

export const makeDataOnlyError = (): ApiError =>
  new ApiError(
    403,
    'Responses of this service must not be used as a script, a style sheet or a worker (Sec-Fetch-Dest).',
  );

export const makeWrongPasswordError = (): ApiError => new ApiError(400, 'The current password is wrong.');

export const makeUnknownLoginError = (name: string): ApiError =>
  new ApiError(404, `There is no user ${JSON.stringify(name)} in the users file.`);

export const makeUnknownProviderUserError = (subject: string): ApiError =>
  new ApiError(404, `The users file has no entry with the subject ${JSON.stringify(subject)}.`);

export const makeBadUserNameError = (why: string): ApiError =>
  new ApiError(
    400,
    `This user name is not allowed: ${why}. It takes letters, digits, ASCII punctuation but ":", and single spaces between them.`,
  );

export const makeLoginExistsError = (name: string): ApiError =>
  new ApiError(409, `The user ${JSON.stringify(name)} already exists.`);

export const makeLoginFromSettingError = (name: string, setting: string): ApiError =>
  new ApiError(
    409,
    `The user ${JSON.stringify(name)} is defined by the settings; its password is in ${setting}.`,
  );

export const makeLastAdministratorError = (): ApiError =>
  new ApiError(409, 'This is the last administrator; without it, nobody could manage users.');

export const makeProviderPasswordError = (): ApiError =>
  new ApiError(409, 'You have no password here, because you logged in through an OpenID Connect provider.');

export const makeUnknownTokenError = (id: string): ApiError =>
  new ApiError(404, `There is no API token ${id}.`);

export const makeTokenExistsError = (owner: string, name: string): ApiError =>
  new ApiError(409, `The user ${JSON.stringify(owner)} already has a token ${JSON.stringify(name)}.`);

export const makeTokenRoleError = (owner: string, role: string): ApiError =>
  new ApiError(409, `The user ${JSON.stringify(owner)} does not have the role ${role}, so a token cannot.`);

export const makeTokenOwnerError = (owner: string, why: string): ApiError =>
  new ApiError(409, `The user ${JSON.stringify(owner)} cannot have API tokens: ${why}.`);

export const makeUsersFileError = (why: string): ApiError =>
  new ApiError(409, `The users file cannot be changed: ${why}.`);

export const makeUsersFileLockedError = (): ApiError =>
  new ApiError(503, 'Another process is changing the users file; try again.', {
    serverErrorType: 'NONE',
    headers: { 'Retry-After': '5' },
  });
export const makeAuditNotStoredError = (): ApiError =>
  new ApiError(404, 'The audit log of this service is not kept in its database (AUDIT_DAYS is 0).');

export const makeUnknownPathError = (): ApiError => new ApiError(404, 'There is nothing at this path.');

export const makeMethodNotAllowedError = (method: string, allowed: readonly string[]): ApiError =>
  new ApiError(405, `${method} is not allowed here. Allowed methods: ${allowed.join(', ')}.`, {
    headers: { Allow: allowed.join(', ') },
  });

export const makeBodyTooSlowError = (timeoutMs: number): ApiError =>
  new ApiError(408, `The request body did not arrive within ${timeoutMs / 1000} seconds.`);

export const makeBodyTooLargeError = (limitBytes: number): ApiError =>
  new ApiError(413, `The request body is larger than the ${limitBytes} bytes allowed here.`);

export const makeUnsupportedMediaTypeError = (wanted: readonly string[]): ApiError =>
  new ApiError(415, `The Content-Type of the request must be ${wanted.join(' or ')}.`);

/** `taken` lists the content codings that the operation accepts. */
export const makeUnsupportedContentEncodingError = (taken: readonly string[]): ApiError =>
  new ApiError(
    415,
    taken.length === 0
      ? 'The body of this operation must not have a Content-Encoding.'
      : `The Content-Encoding of the request must be ${taken.join(' or ')}.`,
    { headers: { 'Accept-Encoding': taken.length === 0 ? 'identity' : taken.join(', ') } },
  );

export const makeTooManyAttemptsError = (waitMs: number): ApiError =>
  new ApiError(429, 'Too many failed logins; try again later.', {
    headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
  });

export const makeNotReadyError = (reason: string): ApiError =>
  new ApiError(503, `The service is not ready: ${reason}.`, {
    serverErrorType: 'NONE',
    headers: { 'Retry-After': '5' },
  });

export const makeProviderUnavailableError = (): ApiError =>
  new ApiError(
    503,
    'The access token cannot be checked, because the OpenID Connect provider cannot be reached; try again.',
    { serverErrorType: 'NONE', headers: { 'Retry-After': '5' } },
  );

/**
 * Returns the error for a full disk. `status` is 502, unless the interface defines another status for storage failures
 * of the operation. `reason` begins with "disk full".
 */
export const makeDiskFullError = (status: number, reason: string, cause?: unknown): ApiError =>
  new ApiError(status, `Nothing can be stored now, ${reason}.`, {
    serverErrorType: 'DATA_ERROR',
    headers: { 'Retry-After': '60' },
    cause,
  });

/** Returns the error for an operation during which the disk became full. */
export const makeDiskBecameFullError = (status: number, cause: unknown): ApiError =>
  makeDiskFullError(status, 'disk full: data that was not acknowledged is not stored', cause);

export const makeUnexpectedError = (cause: unknown): ApiError =>
  new ApiError(500, 'Internal error. The service log contains the cause under the ID of this request.', {
    cause,
  });
