// State of a request, from its first byte until its log line is written.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { AuditWriter, User } from '@holdfast/accounts';
import type { Log, TrustProxy } from '@holdfast/service-kit';
import type { RequestSpan, Tracing } from '@holdfast/tracing';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';
import type { ContractOperation } from '../contract/operations.ts';

/** Reason why a login was refused. `name` is undefined if the credentials contained no name. */
export interface RefusedLogin {
  readonly name: string | undefined;
  readonly why: 'wrong' | 'slowed' | 'malformed' | 'no role' | 'forged session';
}

const contextKey = Symbol('context');
type TrackedMessage = IncomingMessage & { [contextKey]?: RequestContext };
const SANE_ID = /^[A-Za-z0-9._:+/=@-]{1,128}$/;

export interface RequestContextTools {
  readonly log: Log;
  /** Writer of the audit log. Undefined if the audit log is off. */
  readonly audit?: AuditWriter | undefined;
  readonly tracing?: Tracing | undefined;
  readonly trust: TrustProxy;
}

/** Creates the context of a request. Uses the client's X-Request-Id if well-formed, otherwise a random UUID. */
export function openRequestContext(request: IncomingMessage, tools: RequestContextTools): RequestContext {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
  const context = new RequestContext(request, id, tools);
  (request as TrackedMessage)[contextKey] = context;
  return context;
}

/** Context of a request. Rarely used fields are created lazily. */
export class RequestContext {
  readonly id: string;
  readonly startedMs = performance.now();
  /** Trace span of the request. Undefined if tracing is off. */
  readonly span: RequestSpan | undefined;
  /** The operationId, or `unmatched` if the request matches no operation. */
  operation = 'unmatched';
  /** Template of the matching route. Undefined if no route matches. */
  route: string | undefined = undefined;
  user: User | undefined = undefined;
  /** Event type for the audit log. Undefined if the request is not logged. */
  audited: ContractOperation['audited'] | 'routine secret' = undefined;
  /** Subject for the audit log: the path parameters, and fields that the handler added. */
  subject: Readonly<Record<string, unknown>> = NOTHING;
  /** Login that was refused. Undefined if no credentials were refused. */
  refusedLogin: RefusedLogin | undefined = undefined;
  /** Error that ended the request. Undefined if the request succeeded. */
  failure: unknown = undefined;
  /** Response status for `failure`. Set even if the client could no longer receive the response. */
  failureStatus: number | undefined = undefined;
  /** Error detail for `failure`. Set even if the client could no longer receive the response. */
  failureDetail: string | undefined = undefined;
  /** Promise that the handler returned. Undefined if no handler was called or it returned no promise. */
  handling: Promise<unknown> | undefined = undefined;
  readonly #request: IncomingMessage;
  readonly #tools: RequestContextTools;
  #log: Log | undefined = undefined;
  #client: string | undefined = undefined;
  #gone: AbortController | undefined = undefined;
  #isGone = false;

  constructor(request: IncomingMessage, id: string, tools: RequestContextTools) {
    this.id = id;
    this.span = tools.tracing?.begin(request.method ?? '', id, request.headers);
    this.#request = request;
    this.#tools = tools;
  }

  get log(): Log {
    this.#log ??= this.#tools.log.child(this.names);
    return this.#log;
  }

  /** Writer of the audit log. Undefined if the audit log is off. */
  get audit(): AuditWriter | undefined {
    return this.#tools.audit;
  }

  /** Client address. Behind trusted proxies, the address that they forwarded. */
  get client(): string {
    this.#client ??= findClientAddress(this.#request, this.#tools.trust);
    return this.#client;
  }

  /** Aborts if the client disconnects before it has received the whole response. */
  get signal(): AbortSignal {
    this.#gone ??= new AbortController();
    if (this.#isGone) this.#gone.abort();
    return this.#gone.signal;
  }

  /** Request ID and trace ID, for the log. */
  get names(): { readonly requestId: string; readonly traceId?: string } {
    return this.span === undefined
      ? { requestId: this.id }
      : { requestId: this.id, traceId: this.span.traceId };
  }

  /** Marks the client as disconnected. Call this if it disconnects before it has received the whole response. */
  leave(): void {
    this.#isGone = true;
    this.#gone?.abort();
  }
}

const NOTHING = {};

/** Returns the context of a request, or undefined if Node answered the request before it reached the HTTP layer. */
export function findRequestContext(request: IncomingMessage): RequestContext | undefined {
  return (request as TrackedMessage)[contextKey];
}

export function getRequestContext(request: IncomingMessage): RequestContext {
  const context = findRequestContext(request);
  if (context === undefined) throw new Error('the request has not passed through the shell');
  return context;
}

/**
 * Returns the client address in canonical form. Text from a trusted proxy that is not an address is returned unchanged.
 */
export function findClientAddress(request: IncomingMessage, trust: TrustProxy): string {
  const { socket, headers } = request;
  const { remoteAddress = '' } = socket;
  if (headers['x-forwarded-for'] !== undefined && trust(remoteAddress))
    return normalizeAddress(proxyAddress(request, trust));
  const known = addresses.get(socket);
  if (known !== undefined) return known;
  const address = normalizeAddress(remoteAddress);
  addresses.set(socket, address);
  return address;
}

/** Peer addresses by connection, because one connection usually carries many requests. */
const addresses = new WeakMap<Socket, string>();

export function normalizeAddress(address: string | undefined): string {
  // Removes the port, which some proxies forward together with the address.
  const bare = (address ?? '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.*)\](:\d+)?$/, '$1');
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare.slice(0, MAX_CHARACTERS);
}

const MAX_CHARACTERS = 64;

const listeners = new WeakMap<Socket, () => void>();

/** Calls `listener` once, when a user first authenticates on this connection. */
export function addLoginListener(socket: Socket, listener: () => void): void {
  listeners.set(socket, listener);
}

/** Marks the connection as authenticated. */
export function markAuthenticated(socket: Socket): void {
  const listener = listeners.get(socket);
  if (listener === undefined) return;
  listeners.delete(socket);
  listener();
}
