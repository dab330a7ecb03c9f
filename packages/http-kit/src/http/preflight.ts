// The question that a browser asks before a page of another origin may send a request with a login or a range: answered
// without a login, because it never carries one.
import type { RequestHandler } from 'express';
import { contextOf } from './context.ts';

export interface CrossOrigin {
  /** Operations that pages of another origin may ask for: operationIds. */
  readonly operations: readonly string[];
  /** That origin, or `*` for any. */
  readonly origin: string;
}

const HEADERS = 'Accept, Accept-Datetime, Authorization, If-Modified-Since, If-None-Match, If-Range, Range';
const MAX_AGE_SECONDS = 600;

/** Answers such a question from the allowed origin; everything else goes on. */
export function answerPreflight(path: string, { origin }: CrossOrigin): RequestHandler {
  return (request, response, next) => {
    const { headers, method } = request;
    const asks = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    if (!asks || (origin !== '*' && headers.origin !== origin)) return next();
    const context = contextOf(request);
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
