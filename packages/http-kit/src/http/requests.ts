// Tracks every request until it ends, then writes one log line and updates the metrics. The log line contains no data
// of the client except the method, the request ID and the user name. Also discards unread request bodies.

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AbortingSide, Metrics } from '@holdfast/service-kit';
import type { Request, Response } from 'express';
import { ApiError } from '../errors/api-error.ts';
import { auditRequest } from './audit-request.ts';
import { openRequestContext, type RequestContext, type RequestContextTools } from './context.ts';

/** Time for which the log line of an aborted response waits until the handler reports a reason. */
const REASON_WAIT_MS = 1_000;

export interface RequestTrackingTools extends RequestContextTools {
  readonly metrics: Metrics;
  /** Called for each failed operation, unless the client caused the failure. Must not throw. */
  readonly onFailure?: ((failure: FailedRequest) => void) | undefined;
}

interface FailedRequest {
  readonly atMs: number;
  readonly requestId: string;
  /** operationId in the contract. */
  readonly operation: string;
  readonly method: string;
  /** HTTP status. Undefined if the response had begun and was aborted. */
  readonly status: number | undefined;
  readonly user: string | undefined;
  /** Error detail of the response. Set even if the client could no longer receive the response. */
  readonly detail: string;
}

/** Returns a function that starts tracking a request and returns its context. */
export function createRequestTracker(
  tools: RequestTrackingTools,
): (request: Request, response: Response) => RequestContext {
  const { metrics } = tools;
  const bytesOf = countBytes();
  return (request, response) => {
    const context = openRequestContext(request, tools);
    const { socket } = request;
    metrics.requestStarted();
    response.once('close', () => {
      const durationMs = Math.round((performance.now() - context.startedMs) * 1000) / 1000;
      const ended = { durationMs, ...bytesOf(socket) };
      if (response.writableFinished) return reportRequest(request, response, context, tools, ended);
      context.leave();
      void waitForHandler(context).then(() => reportRequest(request, response, context, tools, ended));
    });
    return context;
  };
}

type Outcome = 'ok' | 'error' | 'aborted';

interface RequestMeasures {
  readonly durationMs: number;
  /** Number of bytes received from the client. */
  readonly received: number;
  readonly sent: number;
}

/** Resolves when the handler has ended, or after `REASON_WAIT_MS`. */
async function waitForHandler({ handling }: RequestContext): Promise<void> {
  if (handling === undefined) return;
  await Promise.race([handling, sleep(REASON_WAIT_MS, undefined, { ref: false })]).catch(() => undefined);
}

function reportRequest(
  request: Request,
  response: Response,
  context: RequestContext,
  { log, metrics, audit, onFailure }: RequestTrackingTools,
  { durationMs, received, sent }: RequestMeasures,
): void {
  const outcome = classifyOutcome(response, context);
  const aborted = outcome === 'aborted' ? findAbortedSide(request) : undefined;
  const status = response.headersSent ? response.statusCode : 0;
  const { operation } = context;
  metrics.requestEnded({
    operation,
    status,
    durationMs,
    requestBytes: received,
    responseBytes: sent,
    aborted,
  });
  context.span?.end({ operation, route: context.route, status, outcome });
  const line = {
    ...context.names,
    method: request.method,
    operation,
    route: context.route,
    status: status === 0 ? undefined : status,
    durationMs,
    requestBytes: received,
    responseBytes: sent,
    user: context.user?.name,
    outcome,
    aborted,
    err: outcome === 'aborted' ? undefined : selectLoggedFailure(context.failure, status),
  };
  log[line.err === undefined ? 'info' : 'error'](line, 'request');
  auditRequest(audit, request, context, { status: line.status, outcome });
  if (outcome === 'error') reportFailure(onFailure, request, context, status);
}

/** Reports a failed operation. Requests that match no operation, such as probes and unknown paths, are not reported. */
function reportFailure(
  onFailure: RequestTrackingTools['onFailure'],
  { method }: Request,
  { id: requestId, operation, route, user, failureDetail, failureStatus = 500 }: RequestContext,
  status: number,
): void {
  const isCut = status < 400;
  if (route === undefined || failureDetail === undefined || (isCut ? failureStatus : status) < 500) return;
  onFailure?.({
    atMs: Date.now(),
    requestId,
    operation,
    method,
    status: isCut ? undefined : status,
    user: user?.name,
    detail: failureDetail,
  });
}

function classifyOutcome(response: Response, context: RequestContext): Outcome {
  if (response.writableFinished) return response.statusCode >= 400 ? 'error' : 'ok';
  const { failure, failureStatus = 500 } = context;
  if (failure === undefined || isDisconnectError(failure)) return 'aborted';
  // A request with a 4xx error counts as aborted if the client had already disconnected. For example, a form is
  // incomplete because the client disconnected.
  const unheard = !response.headersSent && failureStatus < 500;
  return unheard ? 'aborted' : 'error';
}

/** Returns whether the failure is a stream error that was caused by the client's disconnection. */
function isDisconnectError(failure: unknown): boolean {
  const { name, code } = (failure ?? {}) as { name?: unknown; code?: unknown };
  const codes = [
    'ERR_STREAM_PREMATURE_CLOSE',
    'ECONNRESET',
    'EPIPE',
    'ECONNABORTED',
    'ABORT_ERR',
    'ERR_STREAM_UNABLE_TO_PIPE',
  ];
  return name === 'AbortError' || (typeof code === 'string' && codes.includes(code));
}

const findAbortedSide = (request: Request): AbortingSide => (request.complete ? 'response' : 'request');

/**
 * Returns the error to log. Omits errors that the client caused, and intended responses with status 501 or 503.
 */
function selectLoggedFailure(failure: unknown, status: number): unknown {
  if (failure === undefined || (status >= 400 && status < 500)) return undefined;
  if (!(failure instanceof ApiError)) return failure;
  return failure.status >= 500 && failure.status !== 501 && failure.status !== 503 ? failure : undefined;
}

/**
 * Returns a function that counts the bytes on a connection, including headers and framing, since the previous request
 * on this connection ended.
 */
function countBytes(): (socket: Socket) => { received: number; sent: number } {
  const counted = new WeakMap<Socket, { read: number; written: number }>();
  return (socket) => {
    const { bytesRead, bytesWritten } = socket;
    const before = counted.get(socket);
    if (before === undefined) {
      counted.set(socket, { read: bytesRead, written: bytesWritten });
      return { received: bytesRead, sent: bytesWritten };
    }
    const bytes = { received: bytesRead - before.read, sent: bytesWritten - before.written };
    before.read = bytesRead;
    before.written = bytesWritten;
    return bytes;
  };
}

/** Time for which a connection stays open after an early response, so that the client can read the response. */
const LINGER_MS = 3_000;

const expecting = new WeakSet<IncomingMessage>();

/** Prevents Node from sending "100 Continue" automatically. `sendContinueResponse` sends it for accepted requests. */
export function deferContinueResponse(server: Server, app: RequestListener): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    expecting.add(request);
    // Emits 'request', because listeners for ordinary requests also handle this request.
    server.emit('request', request, response);
  });
  server.on('request', app);
}

/**
 * Sends "100 Continue" if the client waits for it. Call this after the permissions and parameters have been checked.
 */
export function sendContinueResponse(request: IncomingMessage, response: ServerResponse): void {
  if (expecting.delete(request)) response.writeContinue();
}

/**
 * Discards the rest of the request body after the response. Closes the connection if the body does not end in time.
 * Closing it at once would reset the connection, and the client might lose the response.
 */
export function dropUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return;
  response.once('finish', () => {
    if (request.complete) return;
    request.unpipe();
    request.resume();
    const { socket } = request;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    request.once('close', () => clearTimeout(timer));
    request.once('end', () => clearTimeout(timer));
  });
}
