// What the shell keeps about one request from its first byte to its log line.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Audit, User } from '@holdfast/accounts';
import type { Log, TrustProxy } from '@holdfast/service-kit';
import type { RequestSpan, Tracing } from '@holdfast/tracing';
import type { Operation } from '../contract/operations.ts';
import { clientAddress } from './client-address.ts';

/** Why somebody was not let in; the name is undefined where the header held none. */
export interface RefusedLogin {
  readonly name: string | undefined;
  readonly why: 'wrong' | 'slowed' | 'malformed' | 'no role' | 'forged session';
}

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
  /** Undefined: off. */
  readonly audit: Audit | undefined;
  /** Whether the audit log is told: of a write, of a secret that was read, or of a login or its end. */
  audited: Operation['audited'] | 'routine secret';
  /** What the request is about, for the audit log: the parameters of the path, and what the handler adds. */
  subject: Readonly<Record<string, unknown>>;
  /** A login that came and was not let in. */
  refusedLogin: RefusedLogin | undefined;
  /** What went wrong, if anything. */
  failure: unknown;
  /** The status that says so, whether or not anybody was there to be told. */
  failureStatus: number | undefined;
  /** What the client was told of it, or would have been. */
  failureDetail: string | undefined;
  /** Settles when the handler is done; undefined when none was called. */
  handling: Promise<unknown> | undefined;
}

const contextKey = Symbol('context');
type Watched = IncomingMessage & { [contextKey]?: RequestContext };
const SANE_ID = /^[A-Za-z0-9._:+/=@-]{1,128}$/;

export interface ContextTools {
  readonly log: Log;
  /** Undefined: off. */
  readonly audit?: Audit | undefined;
  readonly tracing?: Tracing | undefined;
  readonly trust: TrustProxy;
}

/** Opens the context of a request, whose answer echoes its id. An incoming X-Request-Id is kept when it is sane. */
export function openContext(request: IncomingMessage, tools: ContextTools): OpenContext {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
  const context = new OpenContext(request, id, tools);
  (request as Watched)[contextKey] = context;
  return context;
}

/** What most requests never ask for is made when it is asked for. */
export class OpenContext implements RequestContext {
  readonly id: string;
  readonly startedMs = performance.now();
  readonly span: RequestSpan | undefined;
  operation = 'unmatched';
  route: string | undefined = undefined;
  user: User | undefined = undefined;
  audited: RequestContext['audited'] = undefined;
  subject: Readonly<Record<string, unknown>> = NOTHING;
  refusedLogin: RefusedLogin | undefined = undefined;
  failure: unknown = undefined;
  failureStatus: number | undefined = undefined;
  failureDetail: string | undefined = undefined;
  handling: Promise<unknown> | undefined = undefined;
  readonly #request: IncomingMessage;
  readonly #tools: ContextTools;
  #log: Log | undefined = undefined;
  #client: string | undefined = undefined;
  #gone: AbortController | undefined = undefined;
  #isGone = false;

  constructor(request: IncomingMessage, id: string, tools: ContextTools) {
    this.id = id;
    this.span = tools.tracing?.begin(request.method ?? '', id, request.headers);
    this.#request = request;
    this.#tools = tools;
  }

  get log(): Log {
    this.#log ??= this.#tools.log.child(this.names);
    return this.#log;
  }

  get audit(): Audit | undefined {
    return this.#tools.audit;
  }

  get client(): string {
    this.#client ??= clientAddress(this.#request, this.#tools.trust);
    return this.#client;
  }

  get signal(): AbortSignal {
    this.#gone ??= new AbortController();
    if (this.#isGone) this.#gone.abort();
    return this.#gone.signal;
  }

  /** What its lines in the log are found by. */
  get names(): { readonly requestId: string; readonly traceId?: string } {
    return this.span === undefined
      ? { requestId: this.id }
      : { requestId: this.id, traceId: this.span.traceId };
  }

  /** The client has gone before it had the whole answer. */
  leave(): void {
    this.#isGone = true;
    this.#gone?.abort();
  }
}

const NOTHING = {};

/** Undefined of a request that Node answers by itself. */
export function contextIfAny(request: IncomingMessage): RequestContext | undefined {
  return (request as Watched)[contextKey];
}

export function contextOf(request: IncomingMessage): RequestContext {
  const context = contextIfAny(request);
  if (context === undefined) throw new Error('the request has not passed through the shell');
  return context;
}
