// Responds to CORS preflight requests, which browsers send before certain cross-origin requests. They have no
// credentials, so they need no login.
import type { RequestHandler } from 'express';
import { getRequestContext } from './context.ts';

export interface CrossOriginAccess {
  /** operationIds that pages of other origins may call. */
  readonly operations: readonly string[];
  /** Allowed origin, or `*` for any origin. */
  readonly origin: string;
}

const HEADERS = 'Accept, Accept-Datetime, Authorization, If-Modified-Since, If-None-Match, If-Range, Range';
const MAX_AGE_SECONDS = 600;

/** Responds to preflight requests from the allowed origin, and passes on all other requests. */
export function createPreflightHandler(path: string, { origin }: CrossOriginAccess): RequestHandler {
  return (request, response, next) => {
    const { headers, method } = request;
    const asks = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    if (!asks || (origin !== '*' && headers.origin !== origin)) return next();
    const context = getRequestContext(request);
    context.operation = 'preflight';
    context.route = path;
    response.status(204).set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': 'GET, HEAD',
      'Access-Control-Allow-Headers': HEADERS,
      'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
      Vary: 'Origin',
    });
    response.end();
  };
}
