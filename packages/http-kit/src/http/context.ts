// What the shell keeps about one request from its first byte to its log line.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { User } from '../auth/roles.ts';
import type { Log } from '../observe/log.ts';
import type { RequestSpan, Tracing } from '../tracing/tracing.ts';

export interface RequestContext {
  readonly id: string;
  readonly log: Log;
  readonly startedMs: number;
  /** Undefined where traces are off. */
  readonly span: RequestSpan | undefined;
  /** Aborts when the client goes away before it has the whole answer. */
  readonly signal: AbortSignal;
  /** operationId, or a fixed word for what is no operation. */
  operation: string;
  /** Route template; absent when no route matched. */
  route: string | undefined;
  user: User | undefined;
  /** What went wrong, if anything. */
  failure: unknown;
  /** The status that says so, whether or not anybody was there to be told. */
  failureStatus: number | undefined;
  /** Settles when the handler is done; undefined when none was called. */
  handling: Promise<unknown> | undefined;
}

const contextKey = Symbol('context');
type Watched = IncomingMessage & { [contextKey]?: RequestContext };
const SANE_ID = /^[A-Za-z0-9._:+/=@-]{1,128}$/;

/** Opens the context of a request and echoes its id. An incoming X-Request-Id is kept when it is sane. */
export function openContext(
  request: IncomingMessage,
  response: ServerResponse,
  log: Log,
  tracing?: Tracing,
): RequestContext {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
  const gone = new AbortController();
  const span = tracing?.begin(request.method ?? '', id, request.headers);
  response.setHeader('X-Request-Id', id);
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const context: RequestContext = {
    id,
    log: log.child(span === undefined ? { requestId: id } : { requestId: id, traceId: span.traceId }),
    startedMs: performance.now(),
    span,
    signal: gone.signal,
    operation: 'unmatched',
    route: undefined,
    user: undefined,
    failure: undefined,
    failureStatus: undefined,
    handling: undefined,
  };
  (request as Watched)[contextKey] = context;
  return context;
}

export function contextOf(request: IncomingMessage): RequestContext {
  const context = (request as Watched)[contextKey];
  if (context === undefined) throw new Error('the request has not passed through the shell');
  return context;
}
