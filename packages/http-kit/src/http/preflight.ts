// Responds to CORS preflight requests, which a browser sends before a cross-origin request with credentials or a range.
// Preflights need no login, because browsers never send credentials with them.
import type { RequestHandler } from 'express';
import { getRequestContext } from './context.ts';

export interface CrossOriginAccess {
  /** operationIds that pages of another origin may request. */
  readonly operations: readonly string[];
  /** The allowed origin, or `*` for any. */
  readonly origin: string;
}

const HEADERS = 'Accept, Accept-Datetime, Authorization, If-Modified-Since, If-None-Match, If-Range, Range';
const MAX_AGE_SECONDS = 600;

/** Responds to preflights from the allowed origin. All other requests are passed on. */
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
