// Serves one operation: checks readiness, login, role, parameters and body, then calls the handler. Throws an ApiError
// if a check fails.

import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ANY_ROLE, isAllowedByRoles, lockssRoles, type User } from '@holdfast/accounts';
import type { Health, StorageSpace } from '@holdfast/service-kit';
import type { Request, RequestHandler, Response } from 'express';
import type { Contract } from '../contract/contract.ts';
import type { ContractOperation } from '../contract/operations.ts';
import {
  makeAddressRefusedError,
  makeDiskFullError,
  makeForbiddenError,
  makeInsufficientScopeError,
  makeMethodNotAllowedError,
  makeNotReadyError,
  makeUnknownPathError,
} from '../errors/catalogue.ts';
import { getRequestContext, markAuthenticated, type RequestContext } from '../http/context.ts';
import type { CrossOriginAccess } from '../http/preflight.ts';
import { sendContinueResponse } from '../http/requests.ts';
import type { Authenticator } from '../login/authorization-header.ts';
import { refuseOtherNamespaces } from '../login/authorization-header.ts';
import { refuseExecutableUse, refuseForeignOrigin } from '../login/session.ts';
import { type BodyLimits, readRequestBody } from '../validation/body.ts';
import { readParameters } from '../validation/parameters.ts';
import { makeValidationError } from '../validation/values.ts';
import type { OperationHandler, ShellRequest } from './handler.ts';

export interface ServeOptions {
  readonly contract: Contract;
  readonly health: Health;
  /** Returns whether this service accepts clients with this address. */
  readonly admits: (address: string) => boolean;
  readonly authenticate: Authenticator;
  readonly bodyLimits: (operation: ContractOperation) => BodyLimits;
  readonly inFlight: InFlight;
  readonly writes: DiskFullPolicy | undefined;
  readonly crossOrigin: CrossOriginAccess | undefined;
  readonly namespaceFor: NamespaceFor | undefined;
  /** Other web origins whose pages may write to this service. */
  readonly trustedOrigins: readonly string[];
}

type NamespaceFor = (
  operation: ContractOperation,
  request: { readonly params: object; readonly query: object },
) => string | undefined;

/** Decides which operations are rejected while the disk is full. */
export interface DiskFullPolicy {
  readonly room: Pick<StorageSpace, 'full'>;
  /** Returns the status that rejects an operation on a full disk. Undefined if the operation stores nothing. */
  refusedWith(operation: ContractOperation): number | undefined;
  /** Called for each rejected request. */
  onRefused(): void;
}

export function createOperationHandler(
  serving: ServeOptions,
  operation: ContractOperation,
  handler: OperationHandler,
): RequestHandler {
  const limits = serving.bodyLimits(operation);
  return async (raw, response) => {
    const context = getRequestContext(raw);
    context.operation = operation.operationId;
    context.route = operation.path;
    context.audited = operation.audited;
    context.subject = raw.params;
    const admitted = admit(serving, operation, raw, response);
    context.user = isPromise(admitted) ? await admitted : admitted;
    refuseWithoutRole(operation, context.user);
    const { params, query, faults } = readParameters(serving.contract, operation, raw.params, raw.url);
    if (faults.length > 0) throw makeValidationError(faults);
    refuseOutsideToken(serving, operation, context.user, { params, query });
    refuseWhileFull(serving.writes, operation);
    sendContinueResponse(raw, response);
    const body =
      operation.body && (await readRequestBody(serving.contract, operation, raw, response, limits));
    const isStillAllowed = () => wouldBeAdmitted(serving, operation, raw, response);
    const handled = handler(
      new OperationRequest(context, { params, query, body, raw }, isStillAllowed),
      response,
    );
    const handling = Promise.resolve(handled);
    context.handling = handling;
    serving.inFlight.add(handling);
    await handling;
    if (isPromise(handled) && !response.headersSent && !response.closed) {
      throw new Error(`the handler of ${operation.operationId} ended without a response`);
    }
  };
}

/** Request to an operation. The context creates `log` and `signal` lazily. */
class OperationRequest implements ShellRequest {
  readonly operationId: string;
  readonly params: ShellRequest['params'];
  readonly query: ShellRequest['query'];
  readonly body: ShellRequest['body'];
  readonly user: User | undefined;
  readonly id: string;
  readonly raw: Request;
  readonly isStillAllowed: ShellRequest['isStillAllowed'];
  readonly #context: RequestContext;

  constructor(
    context: RequestContext,
    { params, query, body, raw }: Pick<ShellRequest, 'params' | 'query' | 'body' | 'raw'>,
    isStillAllowed: ShellRequest['isStillAllowed'],
  ) {
    this.operationId = context.operation;
    this.params = params;
    this.query = query;
    this.body = body;
    this.user = context.user;
    this.id = context.id;
    this.raw = raw;
    this.isStillAllowed = isStillAllowed;
    this.#context = context;
  }

  get log() {
    return this.#context.log;
  }

  get signal() {
    return this.#context.signal;
  }
}

/** Operations that do not need the disk, because sessions are signed cookies. */
const SESSION_OPERATIONS = ['createSession', 'deleteSession'];

function refuseWhileFull(writes: DiskFullPolicy | undefined, operation: ContractOperation): void {
  const reason = writes?.room.full;
  if (reason === undefined || SESSION_OPERATIONS.includes(operation.operationId)) return;
  const status = writes?.refusedWith(operation);
  if (status === undefined) return;
  writes?.onRefused();
  throw makeDiskFullError(status, reason);
}

/**
 * Returns whether the handler returned a promise, which resolves when the handler has finished. A handler that returns
 * no promise may respond later, from a callback.
 */
function isPromise<Value>(value: Value | Promise<Value>): value is Promise<Value> {
  return typeof (value as Promise<Value> | undefined)?.then === 'function';
}

/**
 * Creates the handler for HTTP methods that the contract does not define for a path. If `open` is true, the handler
 * also responds to clients without a login.
 */
export function createMethodRefusal(
  serving: ServeOptions,
  path: string,
  { allowed, open }: { allowed: readonly string[]; open: boolean },
): RequestHandler {
  return async (raw, response) => {
    const context = getRequestContext(raw);
    context.route = path;
    if (!open) context.user = await admitAnyone(serving, raw, response);
    throw makeMethodNotAllowedError(raw.method, allowed);
  };
}

export function createPathRefusal(serving: ServeOptions): RequestHandler {
  return async (raw, response) => {
    getRequestContext(raw).user = await admitAnyone(serving, raw, response);
    throw makeUnknownPathError();
  };
}

function admit(
  serving: ServeOptions,
  operation: ContractOperation,
  raw: Request,
  response: Response,
): User | undefined | Promise<User> {
  if (!operation.open) return admitAnyone(serving, raw, response, operation.servedUnready);
  refuseForeignOrigin(raw, serving.trustedOrigins);
  return undefined;
}

function refuseWithoutRole(operation: ContractOperation, user: User | undefined): void {
  const { open, roles, refusesTokens } = operation;
  if (refusesTokens && user?.token !== undefined)
    throw makeInsufficientScopeError('This operation needs a login of a user, not an API token.');
  if (open || (user !== undefined && isAllowedByRoles(user.roles, roles))) return;
  // The message lists only roles that users can have.
  const needed = lockssRoles.filter((role) => roles.includes(ANY_ROLE) || roles.includes(role));
  throw user?.token === undefined
    ? makeForbiddenError(needed)
    : makeInsufficientScopeError(`This operation needs an API token with the role ${needed.join(' or ')}.`);
}

/** Rejects a request outside the namespaces of its API token. Throws ApiError 403. */
function refuseOutsideToken(
  { namespaceFor }: ServeOptions,
  operation: ContractOperation,
  user: User | undefined,
  request: Parameters<NamespaceFor>[1],
): void {
  const token = user?.token;
  if (token === undefined) return;
  if (operation.namespaces === 'none' || token.namespaces === undefined || namespaceFor === undefined) return;
  const namespace = operation.namespaces === 'all' ? undefined : namespaceFor(operation, request);
  if (namespace === undefined)
    throw makeInsufficientScopeError('The API token is limited to namespaces, but this operation is not.');
  refuseOtherNamespaces(user, namespace);
}

/**
 * Authenticates a request without checking roles. Rejects it if the service is not ready, unless `servedUnready` is
 * true or the service is stopping.
 */
export function admitAnyone(
  {
    health,
    admits,
    authenticate,
    trustedOrigins,
  }: Pick<ServeOptions, 'health' | 'admits' | 'authenticate' | 'trustedOrigins'>,
  raw: Request,
  response: Response,
  servedUnready = false,
): User | Promise<User> {
  refuseExecutableUse(raw);
  refuseForeignOrigin(raw, trustedOrigins);
  if (!servedUnready && !health.ready && !health.stopping)
    throw makeNotReadyError(health.reason ?? 'it is starting');
  const context = getRequestContext(raw);
  if (!admits(context.client)) throw makeAddressRefusedError();
  const { socket } = raw;
  const user = authenticate(raw, response, context);
  if (isPromise(user)) return user.then((one) => admitUser(one, socket));
  return admitUser(user, socket);
}

/**
 * Checks the login of a running request again. Returns false if the request would now be rejected for any reason. This
 * includes a throttled login, because a legitimate client can send a new request.
 */
async function wouldBeAdmitted(
  { admits, authenticate }: ServeOptions,
  operation: ContractOperation,
  raw: Request,
  response: Response,
): Promise<boolean> {
  if (operation.open) return true;
  const { client, signal } = getRequestContext(raw);
  if (!admits(client)) return false;
  try {
    // Discards information about a refused login, because the audit log already contains this request with its user.
    const user = await authenticate(raw, response, { client, signal, refusedLogin: undefined });
    return isAllowedByRoles(user.roles, operation.roles);
  } catch {
    return false;
  }
}

function admitUser(user: User, socket: Request['socket']): User {
  markAuthenticated(socket);
  return user;
}

/** Counts the running handlers of an app, so that shutdown can wait for them. */
interface InFlight {
  add(task: Promise<unknown>): void;
  /**
   * Waits until no handler is running, at most `timeoutMs`. Resolves to the number of handlers that are still running.
   */
  settled(timeoutMs: number): Promise<number>;
}

const byApp = new WeakMap<RequestListener, InFlight>();

export function trackRunningHandlers(app: RequestListener): InFlight {
  // Counts handlers instead of storing them in a Set, which would retain garbage for a long time (see
  // server/connections.ts).
  let count = 0;
  let onNone = (): void => {};
  const done = (): void => {
    count -= 1;
    if (count === 0) onNone();
  };
  const inFlight: InFlight = {
    add(task) {
      count += 1;
      task.then(done, done);
    },
    async settled(timeoutMs) {
      const { promise: none, resolve } = Promise.withResolvers<void>();
      onNone = resolve;
      if (count === 0) resolve();
      const limit = new AbortController();
      const late = sleep(timeoutMs, undefined, { signal: limit.signal, ref: false }).catch(() => undefined);
      await Promise.race([none, late]);
      limit.abort();
      return count;
    },
  };
  byApp.set(app, inFlight);
  return inFlight;
}

export const getRunningHandlers = (app: RequestListener): InFlight | undefined => byApp.get(app);
