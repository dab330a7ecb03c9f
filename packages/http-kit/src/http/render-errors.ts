// Converts any thrown error to a response: application/problem+json, or the format that clients of the operation
// expect. Never exposes internal details.
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../errors/api-error.ts';
import { makeBadRequestError, makeUnexpectedError } from '../errors/catalogue.ts';
import { getRequestContext } from './context.ts';

/** Formats the error body that clients of one operation expect. */
export type ErrorBodyFormatter = (error: ApiError) => { readonly contentType: string; readonly text: string };

/** Formatters keyed by operationId. */
export type ErrorBodyFormatters = { readonly [operationId: string]: ErrorBodyFormatter };

/** Maps a domain error to an ApiError. Returns undefined for all other errors. */
export type DomainErrorMapper = (error: unknown) => ApiError | undefined;

const MAX_PATH_CHARACTERS = 2_048;

export function createErrorHandler(
  errorFor: DomainErrorMapper | undefined,
  bodies: ErrorBodyFormatters = {},
): (thrown: unknown, request: Request, response: Response, next?: NextFunction) => void {
  // Express recognizes an error handler by its four parameters.
  return (thrown, request, response, _next) => {
    const context = getRequestContext(request);
    const error = toApiError(thrown, errorFor);
    context.failureStatus = error.status;
    context.failureDetail = error.detail;
    context.failure = error.status === 500 && error.cause !== undefined ? error.cause : thrown;
    // After the headers were sent, only closing the connection signals the failure. Writing after the end would throw.
    if (response.headersSent || response.destroyed) response.socket?.destroy();
    else
      renderError(
        error,
        request,
        response,
        Object.hasOwn(bodies, context.operation) && bodies[context.operation],
      );
  };
}

function toApiError(thrown: unknown, errorFor: DomainErrorMapper | undefined): ApiError {
  if (thrown instanceof ApiError) return thrown;
  try {
    return errorFor?.(thrown) ?? toPathError(thrown) ?? makeUnexpectedError(thrown);
  } catch (error) {
    return makeUnexpectedError(error);
  }
}

/** Converts Express's error for a path segment that it cannot decode. Returns undefined for all other errors. */
function toPathError(thrown: unknown): ApiError | undefined {
  if (!(thrown instanceof URIError)) return undefined;
  return makeBadRequestError('The path must be percent-encoded UTF-8.');
}

function renderError(
  error: ApiError,
  request: Request,
  response: Response,
  bodyOf: ErrorBodyFormatter | false | undefined,
): void {
  removeHandlerHeaders(response);
  response.status(error.status).set({ ...error.headers, 'Cache-Control': 'no-store' });
  const { contentType, text } = bodyOf ? bodyOf(error) : formatProblemBody(error, request);
  response.type(contentType);
  response.end(text);
}

function formatProblemBody(error: ApiError, request: Request): ReturnType<ErrorBodyFormatter> {
  const text = JSON.stringify(toProblemDocument(error, request.path, getRequestContext(request).id));
  return { contentType: 'application/problem+json', text };
}

/** Removes the headers that the handler set for a successful response. */
function removeHandlerHeaders(response: Response): void {
  const kept = ['access-control-allow-origin', 'connection', 'vary'];
  for (const name of response.getHeaderNames()) if (!kept.includes(name)) response.removeHeader(name);
}

export function toProblemDocument(
  error: ApiError,
  fullPath: string,
  requestId: string,
): Record<string, unknown> {
  const path =
    fullPath.length > MAX_PATH_CHARACTERS ? `${fullPath.slice(0, MAX_PATH_CHARACTERS)}…` : fullPath;
  return {
    ...error.extra,
    type: error.type,
    title: error.title,
    status: error.status,
    detail: error.detail,
    instance: toUriReference(path),
    timestamp: Math.floor(Date.now() / 1000),
    message: error.detail,
    path,
    serverErrorType: error.serverErrorType,
    requestId,
  };
}

/**
 * Escapes characters that are not allowed in a URI. Repairs an escape sequence at the end that was cut off when the
 * path was shortened.
 */
function toUriReference(path: string): string {
  const escaped = path.replace(/%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~:/@!$&'()*+,;=%]/gu, (character) =>
    encodeURIComponent(character.toWellFormed()),
  );
  // A path that begins with two slashes would be parsed as a host.
  return escaped.startsWith('//') ? `/.${escaped}` : escaped;
}
