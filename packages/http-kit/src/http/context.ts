// What the shell keeps about one request from its first byte to its log line.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Audit, User } from '@holdfast/accounts';
import type { Log, TrustProxy } from '@holdfast/service-kit';
import type { RequestSpan, Tracing } from '@holdfast/tracing';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';
import type { Operation } from '../contract/operations.ts';

/** Why somebody was not let in; the name is undefined where the header held none. */
export interface RefusedLogin {
  readonly name: string | undefined;
  readonly why: 'wrong' | 'slowed' | 'malformed' | 'no role' | 'forged session';
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
export function openContext(request: IncomingMessage, tools: ContextTools): RequestContext {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
  const context = new RequestContext(request, id, tools);
  (request as Watched)[contextKey] = context;
  return context;
}

/** What most requests never ask for is made when it is asked for. */
export class RequestContext {
  readonly id: string;
  readonly startedMs = performance.now();
  /** Undefined where traces are off. */
  readonly span: RequestSpan | undefined;
  /** operationId, or a fixed word for what is no operation. */
  operation = 'unmatched';
  /** Route template; absent when no route matched. */
  route: string | undefined = undefined;
  user: User | undefined = undefined;
  /** Whether the audit log is told: of a write, of a secret that was read, or of a login or its end. */
  audited: Operation['audited'] | 'routine secret' = undefined;
  /** What the request is about, for the audit log: the parameters of the path, and what the handler adds. */
  subject: Readonly<Record<string, unknown>> = NOTHING;
  /** A login that came and was not let in. */
  refusedLogin: RefusedLogin | undefined = undefined;
  /** What went wrong, if anything. */
  failure: unknown = undefined;
  /** The status that says so, whether or not anybody was there to be told. */
  failureStatus: number | undefined = undefined;
  /** What the client was told of it, or would have been. */
  failureDetail: string | undefined = undefined;
  /** Settles when the handler is done; undefined when none was called. */
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

  /** Undefined: off. */
  get audit(): Audit | undefined {
    return this.#tools.audit;
  }

  /** Address of the client; behind trusted proxies the one that they forwarded. */
  get client(): string {
    this.#client ??= clientAddress(this.#request, this.#tools.trust);
    return this.#client;
  }

  /** Aborts when the client goes away before it has the whole answer. */
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

/** An address in its usual spelling; what a trusted proxy forwarded that is none, as it came. */
export function clientAddress(request: IncomingMessage, trust: TrustProxy): string {
  const { socket, headers } = request;
  const { remoteAddress = '' } = socket;
  if (headers['x-forwarded-for'] !== undefined && trust(remoteAddress))
    return plainAddress(proxyAddress(request, trust));
  const known = addresses.get(socket);
  if (known !== undefined) return known;
  const address = plainAddress(remoteAddress);
  addresses.set(socket, address);
  return address;
}

/** The other ends of connections, which many requests come over. */
const addresses = new WeakMap<Socket, string>();

export function plainAddress(address: string | undefined): string {
  // Some proxies forward the port too.
  const bare = (address ?? '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.*)\](:\d+)?$/, '$1');
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare.slice(0, MAX_CHARACTERS);
}

const MAX_CHARACTERS = 64;

const hearers = new WeakMap<Socket, () => void>();

/** Calls `hear` once, when somebody logs in on this connection. */
export function onLetIn(socket: Socket, hear: () => void): void {
  hearers.set(socket, hear);
}

/** Says that somebody has logged in on this connection. */
export function letIn(socket: Socket): void {
  const hear = hearers.get(socket);
  if (hear === undefined) return;
  hearers.delete(socket);
  hear();
}
