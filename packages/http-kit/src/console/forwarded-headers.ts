// Selects the request headers that are forwarded to another service for the console, and the headers of its response
// that are returned to the client.
import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { getRequestContext } from '../http/context.ts';
import { formatForwardedSession, readSessionToken } from '../login/session.ts';

export type ForwardedHeaders = Record<string, string | string[]>;

/**
 * Request headers to forward; all others are dropped. `Connection` cannot remove these headers, because it must not
 * name headers that are meant for every recipient (RFC 9110, 7.6.1). This service always creates the headers for
 * framing and forwarding itself.
 */
const FORWARDED_FIELDS = [
  'accept',
  'accept-charset',
  'accept-datetime',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'content-encoding',
  'content-language',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'last-event-id',
  'prefer',
  'range',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-holdfast-answer',
  'x-lockss-request-cookie',
  'x-requested-with',
];

/** Hop-by-hop headers (RFC 9110, 7.6.1), and headers that this service sets itself. */
const DROPPED_FROM_ANSWER = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
];

/**
 * Returns the headers for the other service, except the headers that frame the body. If the client sent its origin,
 * adds `Sec-Fetch-Site: same-origin`, because this service has already checked the origin.
 */
export function selectForwardedHeaders(request: Request): ForwardedHeaders {
  const { id, client } = getRequestContext(request);
  const { headers } = request;
  const session = readSessionToken(request);
  const hasOrigin = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  const forwarded = FORWARDED_FIELDS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(forwarded),
    'x-request-id': id,
    'x-forwarded-for': client,
    'x-forwarded-proto': request.protocol,
    ...(session !== undefined && { cookie: formatForwardedSession(session) }),
    ...(hasOrigin && { 'sec-fetch-site': 'same-origin' }),
  };
}

/** Selects the headers of the other service's response that are returned to the client. */
export function selectResponseHeaders(headers: IncomingHttpHeaders): ForwardedHeaders {
  const named = [headers.connection ?? []]
    .flat()
    .flatMap((list) => list.split(','))
    .map((name) => name.trim().toLowerCase());
  return Object.fromEntries(
    Object.entries(headers).filter(
      (header): header is [string, string | string[]] =>
        header[1] !== undefined && !DROPPED_FROM_ANSWER.includes(header[0]) && !named.includes(header[0]),
    ),
  );
}
