// Forwards requests with a path prefix to another service, and streams both bodies. Forwards only the client's own
// credentials. If the client or the other service disconnects, closes both connections.
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeTrustOnlyOptions } from '@holdfast/service-kit';
import type { Express, Request, Response } from 'express';
import { buildConnector, type Dispatcher, Pool } from 'undici';
import { ApiError } from '../errors/api-error.ts';
import { makeBadRequestError } from '../errors/catalogue.ts';
import { getRequestContext } from '../http/context.ts';
import { sendContinueResponse } from '../http/requests.ts';
import { selectForwardedHeaders, selectResponseHeaders } from './forwarded-headers.ts';

export interface ForwardedService {
  /** Path prefix, which ends with `/`, for example `/console/repository/`. */
  readonly prefix: string;
  /** URL of the other service. If the URL has a path, it is prepended to the forwarded path. */
  readonly url: string;
  /**
   * File with the only accepted certificate of the other service. If undefined, a public authority must have signed the
   * certificate.
   */
  readonly certFile?: string | undefined;
  /** Name for error messages, for example `repository service`. */
  readonly title: string;
}

export interface ForwardingTools {
  /** Authenticates a request. Rejects if the login is invalid. Roles are checked by the other service. */
  admit(request: Request, response: Response): Promise<unknown>;
  /** Called when a request is forwarded. `work` settles when the response has been sent or has failed. */
  onBegin(work: Promise<unknown>): void;
}

/** Idle timeout of a connection, in milliseconds. Long, because both sides may be silent during an import. */
const SILENCE_MS = 300_000;

export function forwardRequests(
  app: Express,
  { prefix, url, certFile, title }: ForwardedService,
  { admit, onBegin }: ForwardingTools,
): void {
  const base = new URL(url);
  const pool = openPool(base, certFile);
  app.use((request, response, next) => {
    if (!request.originalUrl.startsWith(prefix)) return next();
    const context = getRequestContext(request);
    context.operation = 'passOn';
    context.route = `${prefix}*`;
    const work = (async () => {
      await admit(request, response);
      const path = joinTargetPath(base, request.originalUrl.slice(prefix.length));
      const framing = frameBody(request);
      sendContinueResponse(request, response);
      await forwardRequest({ pool, path, title, framing }, request, response);
    })();
    context.handling = work;
    onBegin(work);
    work.catch(next);
  });
}

/**
 * Opens the connection pool for the other service. Replaces the timeouts of undici by one idle timeout per connection,
 * which covers both directions.
 */
function openPool({ origin }: URL, certFile: string | undefined): Pool {
  const usual = buildConnector({ allowH2: false });
  return new Pool(origin, {
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      // Reads the file for each new connection, because the certificate may be replaced.
      const connect = certFile === undefined ? usual : createConnector(certFile, callback);
      connect?.(options, (...[error, socket]: Parameters<buildConnector.Callback>) => {
        if (error !== null) return callback(error, null);
        destroyWhenSilent(socket);
        callback(null, socket);
      });
    },
  });
}

/**
 * Returns a connector that accepts only the certificate in the file. If the file contains no certificate, passes an
 * error to `callback` and returns undefined.
 */
function createConnector(
  certFile: string,
  callback: buildConnector.Callback,
): buildConnector.connector | undefined {
  try {
    return buildConnector({
      allowH2: false,
      ...makeTrustOnlyOptions(certFile),
    } as buildConnector.BuildOptions);
  } catch (error) {
    callback(error as Error, null);
    return undefined;
  }
}

function destroyWhenSilent(socket: Socket): void {
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('no data was transferred for too long')));
}

interface ForwardTarget {
  readonly pool: Pool;
  readonly path: string;
  readonly title: string;
  readonly framing: Framing;
}

/** How the body is delimited on the connection to the other service. */
type Framing = 'none' | 'chunked' | { readonly lengthBytes: string };

/**
 * Decides how the request body is framed (RFC 9112, 6.3). Node's parser has already rejected contradictory framing.
 * Throws ApiError 501 for a transfer coding other than chunked.
 */
function frameBody({ headers }: Request): Framing {
  const { 'transfer-encoding': coding, 'content-length': lengthBytes } = headers;
  if (coding !== undefined) {
    if (coding.trim().toLowerCase() === 'chunked') return 'chunked';
    throw new ApiError(501, 'Transfer-Encoding must be chunked.');
  }
  return lengthBytes === undefined ? 'none' : { lengthBytes };
}

async function forwardRequest(
  { pool, path, title, framing }: ForwardTarget,
  request: Request,
  response: Response,
): Promise<void> {
  const method = request.method as Dispatcher.HttpMethod;
  const { signal } = getRequestContext(request);
  const answer = await pool
    .request({ path, method, signal, ...buildFramedRequest(request, framing) })
    .catch((cause) => Promise.reject(signal.aborted ? cause : makeBadGatewayError(cause, title)));
  response.status(answer.statusCode);
  for (const [name, value] of Object.entries(selectResponseHeaders(answer.headers)))
    response.setHeader(name, value);
  await pipeline(answer.body, response);
}

type FramedRequest = Pick<Dispatcher.RequestOptions, 'headers' | 'body' | 'reset'>;

/**
 * Builds the forwarded request. With Content-Length, undici closes the connection if the length of the body differs.
 * Without Content-Length, undici uses chunked coding. If a method such as GET has a body, the connection is not reused.
 */
function buildFramedRequest(request: Request, framing: Framing): FramedRequest {
  const headers = selectForwardedHeaders(request);
  if (framing === 'none') return { headers, body: null };
  if (framing !== 'chunked') headers['content-length'] = framing.lengthBytes;
  return { headers, body: pipeBody(request), reset: !EXPECT_BODY.includes(request.method) };
}

const EXPECT_BODY = ['POST', 'PUT', 'PATCH'];

/**
 * Pipes the request through a second stream. If the other service responds early, undici destroys only this second
 * stream, so the response can still be sent on the client's connection.
 */
function pipeBody(request: Request): PassThrough {
  const body = new PassThrough();
  // Ignores the error. Either the rejected request reports it as well, or an early response has made it irrelevant.
  body.on('error', () => undefined);
  return request.pipe(body);
}

function makeBadGatewayError(cause: Error & { code?: string; syscall?: string }, title: string): ApiError {
  const isUnreachable = cause.code === 'UND_ERR_CONNECT_TIMEOUT' || UNREACHED.includes(cause.syscall ?? '');
  const detail = isUnreachable ? `The ${title} cannot be reached.` : `The ${title} did not respond.`;
  return new ApiError(502, detail, { cause });
}

const UNREACHED = ['connect', 'getaddrinfo'];

/** Returns the path and query for the other service. Throws ApiError 400 for a path that leaves the base path. */
function joinTargetPath(base: URL, rest: string): string {
  const [path = ''] = rest.split('?', 1);
  if (path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    throw makeBadRequestError('The path must not contain the segments . and ..');
  return `${base.pathname.replace(/\/$/, '')}/${rest}`;
}
