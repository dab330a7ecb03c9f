// What the shell keeps about one request from its first byte to its log line.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RefusedLogin } from '../auth/basic.ts';
import type { User } from '../auth/roles.ts';
import type { Log } from '../observe/log.ts';
import type { RequestSpan, Tracing } from '../tracing/tracing.ts';
import { clientAddress, type TrustProxy } from './client-address.ts';

export interface RequestContext {
  readonly id: string;
  readonly log: Log;
  readonly startedMs: number;
  /** Undefined where traces are off. */
  readonly span: RequestSpan | undefined;
  /** Aborts when the client goes away before it has the whole answer. */
  readonly signal: AbortSignal;
  /** Address of the client; behind trusted proxies the one that they forwarded. */
  readonly client: string;
  /** operationId, or a fixed word for what is no operation. */
  operation: string;
  /** Route template; absent when no route matched. */
  route: string | undefined;
  user: User | undefined;
  /** Whether the audit log is told: of a write, or of a secret that was read. */
  audited: 'write' | 'secret' | undefined;
  /** What the request is about, for the audit log: the parameters of the path, and what the handler adds. */
  subject: Readonly<Record<string, unknown>>;
  /** A login that came and was not let in. */
  refusedLogin: RefusedLogin | undefined;
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

export interface ContextTools {
  readonly log: Log;
  readonly tracing?: Tracing | undefined;
  readonly trust: TrustProxy;
}

/** Opens the context of a request and echoes its id. An incoming X-Request-Id is kept when it is sane. */
export function openContext(
  request: IncomingMessage,
  response: ServerResponse,
  { log, tracing, trust }: ContextTools,
): RequestContext {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
  const gone = new AbortController();
  const span = tracing?.begin(request.method ?? '', id, request.headers);
  response.setHeader('X-Request-Id', id);
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  let client: string | undefined;
  const context: RequestContext = {
    id,
    log: log.child(span === undefined ? { requestId: id } : { requestId: id, traceId: span.traceId }),
    startedMs: performance.now(),
    span,
    signal: gone.signal,
    // Most requests never ask for it.
    get client() {
      client ??= clientAddress(request, trust);
      return client;
    },
    operation: 'unmatched',
    route: undefined,
    user: undefined,
    audited: undefined,
    subject: {},
    refusedLogin: undefined,
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
