// Serves one operation: checks readiness, login, role, parameters and body, then calls the handler. A check that fails
// throws an ApiError.

import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ANY_ROLE, fieldRoles, mayDo, type User } from '@holdfast/accounts';
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
import { sendContinue } from '../http/requests.ts';
import type { Authenticator } from '../login/basic.ts';
import { refuseOtherNamespaces } from '../login/bearer.ts';
import { refuseExecutableUse, refuseForeignOrigin } from '../login/session.ts';
import { type BodyLimits, readRequestBody } from '../validation/body.ts';
import { readParameters } from '../validation/parameters.ts';
import { makeValidationError } from '../validation/values.ts';
import type { OperationHandler, ShellRequest } from './handler.ts';

export interface ServeOptions {
  readonly contract: Contract;
  readonly health: Health;
  /** Returns true if clients of this address are accepted. */
  readonly admits: (address: string) => boolean;
  readonly authenticate: Authenticator;
  readonly bodyLimits: (operation: ContractOperation) => BodyLimits;
  readonly inFlight: InFlight;
  readonly writes: WriteRefusal | undefined;
  readonly crossOrigin: CrossOriginAccess | undefined;
  readonly namespaceFor: NamespaceFor | undefined;
  /** Other web origins whose pages may write. */
  readonly trustedOrigins: readonly string[];
}

type NamespaceFor = (
  operation: ContractOperation,
  request: { readonly params: object; readonly query: object },
) => string | undefined;

/** Decides what is refused while the disk is full. */
export interface WriteRefusal {
  readonly room: Pick<StorageSpace, 'full'>;
  /** Returns the status that refuses the operation, or undefined if it stores nothing. */
  refusedWith(operation: ContractOperation): number | undefined;
  /** Called for each refused request. */
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
    sendContinue(raw, response);
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
      throw new Error(`the handler of ${operation.operationId} ended without an answer`);
    }
  };
}

/** Reads `log` and `signal` from the context lazily, because the context creates them on demand. */
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

function refuseWhileFull(writes: WriteRefusal | undefined, operation: ContractOperation): void {
  const reason = writes?.room.full;
  if (reason === undefined) return;
  const status = writes?.refusedWith(operation);
  if (status === undefined) return;
  writes?.onRefused();
  throw makeDiskFullError(status, reason);
}

/**
 * A handler that returns no promise may answer later from a callback. A handler that returns a promise has finished
 * when it resolves.
 */
function isPromise<Value>(value: Value | Promise<Value>): value is Promise<Value> {
  return typeof (value as Promise<Value> | undefined)?.then === 'function';
}

/** Answers a method that a known path does not have. `open`: no login is needed. */
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
  if (!operation.open) return admitAnyone(serving, raw, response);
  refuseForeignOrigin(raw, serving.trustedOrigins);
  return undefined;
}

function refuseWithoutRole({ open, roles }: ContractOperation, user: User | undefined): void {
  if (open || (user !== undefined && mayDo(user.roles, roles))) return;
  // Only roles that can be assigned to users.
  const needed = fieldRoles.filter((role) => roles.includes(ANY_ROLE) || roles.includes(role));
  throw user?.token === undefined
    ? makeForbiddenError(needed)
    : makeInsufficientScopeError(`This operation needs an API token with the role ${needed.join(' or ')}.`);
}

/** A token that is limited to namespaces must not reach others. Throws ApiError 403. */
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
    throw makeInsufficientScopeError('The API token is limited to namespaces, and the operation is not.');
  refuseOtherNamespaces(user, namespace);
}

/** While the service stops, it still answers requests; only a service that is not ready refuses them. */
export function admitAnyone(
  {
    health,
    admits,
    authenticate,
    trustedOrigins,
  }: Pick<ServeOptions, 'health' | 'admits' | 'authenticate' | 'trustedOrigins'>,
  raw: Request,
  response: Response,
): User | Promise<User> {
  refuseExecutableUse(raw);
  refuseForeignOrigin(raw, trustedOrigins);
  if (!health.ready && !health.stopping) throw makeNotReadyError(health.reason ?? 'it is starting');
  const context = getRequestContext(raw);
  if (!admits(context.client)) throw makeAddressRefusedError();
  const { socket } = raw;
  const user = authenticate(raw, response, context);
  if (isPromise(user)) return user.then((one) => letInAs(one, socket));
  return letInAs(user, socket);
}

/**
 * Checks again the login of a request that was admitted before. Returns false for anything that would refuse it,
 * including a throttled attempt: a legitimate client can send a new request.
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
    // The audit log already has the request, under the user who was authenticated.
    const user = await authenticate(raw, response, { client, signal, refusedLogin: undefined });
    return mayDo(user.roles, operation.roles);
  } catch {
    return false;
  }
}

function letInAs(user: User, socket: Request['socket']): User {
  markAuthenticated(socket);
  return user;
}

/** Tracks the running handlers of an app, so that shutdown can wait for them. */
interface InFlight {
  add(task: Promise<unknown>): void;
  /** Resolves when all have finished or after `timeoutMs`, to the number that still run. */
  settled(timeoutMs: number): Promise<number>;
}

const byApp = new WeakMap<RequestListener, InFlight>();

export function trackInFlight(app: RequestListener): InFlight {
  // A counter instead of a Set: adding and removing each request would keep garbage alive for long
  // (server/connections.ts).
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

export const getInFlight = (app: RequestListener): InFlight | undefined => byApp.get(app);
