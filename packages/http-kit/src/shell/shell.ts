// The Express app of both services: everything around the operations of a contract, in the order in which it runs.
import { randomBytes } from 'node:crypto';
import {
  type AuditStore,
  type AuditWriter,
  createSessions,
  type Sessions,
  type Users,
} from '@holdfast/accounts';
import {
  createProxyTrust,
  createRefusedWriteCounter,
  HEALTH_PROBES,
  type Health,
  type ListedSetting,
  type Log,
  type Metrics,
  registerBuildInfo,
  type TrustProxy,
} from '@holdfast/service-kit';
import type { Tracing } from '@holdfast/tracing';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { type ForwardedService, forwardRequests } from '../console/pass-on.ts';
import { serveConsole } from '../console/serve-console.ts';
import { type ConsoleSite, findBuiltConsole, openConsoleSite } from '../console/site.ts';
import type { Contract, ServiceIdentity } from '../contract/contract.ts';
import { listOperations } from '../contract/operations.ts';
import { serveDocs } from '../docs/docs.ts';
import { getRequestContext } from '../http/context.ts';
import { compressText, patchWriteHead } from '../http/outgoing.ts';
import type { CrossOriginAccess } from '../http/preflight.ts';
import {
  createErrorHandler,
  type DomainErrorMapper,
  type ErrorBodyFormatters,
} from '../http/render-errors.ts';
import { buildTargetRules, rewriteTarget } from '../http/request-target.ts';
import { createRequestTracker, dropUnreadBody, type RequestTrackingTools } from '../http/requests.ts';
import { patchResponseJson } from '../http/send-json.ts';
import { type Authenticator, createBasicAuthenticator, requireAnyRole } from '../login/basic.ts';
import { createTokenAuthenticator } from '../login/bearer.ts';
import { createSessionAuthenticator } from '../login/session.ts';
import { createAuditHandlers } from './audit-handlers.ts';
import type { AnyOperationHandler, OperationHandler } from './handler.ts';
import { createLoginsHandlers, type LoginsHandlersDeps } from './logins-handlers.ts';
import { checkHandlers, registerOperations } from './routes.ts';
import {
  admitAnyone,
  createPathRefusal,
  type DiskFullPolicy,
  type ServeOptions,
  trackRunningHandlers,
} from './serve-operation.ts';
import { type ConsoleService, createSessionHandlers } from './session-handlers.ts';

/** Options that every service derives from its settings. */
export interface ShellBase {
  readonly log: Log;
  readonly users: Users;
  /** If undefined, sessions are valid in this process only. */
  readonly sessions?: Sessions;
  readonly health: Health;
  readonly metrics: Metrics;
  /** Sources of users, for the operations that manage them. Default none. */
  readonly logins?: LoginsHandlersDeps['logins'];
  /** Lists the current settings. Default none. */
  readonly listSettings?: () => readonly ListedSetting[];
  /** Undefined if tracing is off. */
  readonly tracing?: Tracing | undefined;
  /** Undefined if the audit log is off. */
  readonly audit?: AuditWriter | undefined;
  /** Undefined if no audit entries are stored. */
  readonly auditStore?: AuditStore | undefined;
  /** Called for each operation that failed for a reason other than the client. Must not throw. */
  readonly onFailure?: RequestTrackingTools['onFailure'];
  /** Addresses and networks of proxies whose forwarded client address and host are trusted. Default none. */
  readonly trustedProxies?: readonly string[];
  /** Other web origins whose pages may write. Default none. */
  readonly trustedOrigins?: readonly string[];
  /** Free disk space, if the service can run out of it. */
  readonly room?: DiskFullPolicy['room'];
}

export interface ShellOptions extends ShellBase {
  readonly service: ServiceIdentity;
  readonly contract: Contract;
  /** Keyed by operationId. Their operation types are checked by OperationHandlers where the handlers are defined. */
  readonly handlers: { readonly [operationId: string]: AnyOperationHandler | undefined };
  /** If true, users without a role are refused with 401, as if the user did not exist, instead of 403. */
  readonly needsRole?: boolean;
  /** Maps a domain error to an ApiError. Returns undefined for errors it does not know. */
  readonly errorFor?: DomainErrorMapper;
  /** Error formats for clients that do not read problem+json, keyed by operationId. */
  readonly errorBodies?: ErrorBodyFormatters;
  /**
   * Returns true if clients with this address are accepted for operations that need a login. By default, all are
   * accepted.
   */
  readonly admits?: (address: string) => boolean;
  /** If undefined, pages of other origins cannot read any response. */
  readonly crossOrigin?: CrossOriginAccess | undefined;
  /**
   * Returns the namespace that a request is limited to, or undefined if the request may access several. Not set if the
   * service has no namespaces.
   */
  readonly namespaceFor?: ServeOptions['namespaceFor'];
  /** Services that the console reaches through this one. Default none. */
  readonly reached?: readonly ConsoleService[];
  /** Files of the console. Default the built console. */
  readonly site?: () => ConsoleSite;
  /** Requests to forward to another service. */
  readonly passedOn?: ForwardedService | undefined;
  /**
   * Maximum size of a JSON, form or text body. Default 1 MiB. Handlers limit multipart and binary bodies themselves.
   */
  readonly bodyLimitBytes?: number;
  /** Exceptions to `bodyLimitBytes`, keyed by operationId. */
  readonly bodyLimitsBytes?: { readonly [operationId: string]: number };
  /**
   * Returns the status with which the operation is refused while the disk is full, or undefined if the operation stores
   * nothing.
   */
  readonly refusedWhenFull?: DiskFullPolicy['refusedWith'];
  /** Time for a JSON, form or text body to arrive. Default 30,000. */
  readonly bodyTimeoutMs?: number;
}

/**
 * Creates the app. Throws if a handler is for an operation that the contract does not have, or an operation has no
 * handler.
 */
export function createShell(options: ShellOptions): Express {
  const { contract, service } = options;
  const { authenticate, sessions, realm } = loginFor(options);
  const given = { ...ownHandlers(options, { authenticate, sessions, realm }), ...options.handlers };
  const handlers = new Map(Object.entries(given).filter(([, handler]) => handler !== undefined));
  checkHandlers(contract, [...handlers.keys()]);

  registerBuildInfo(options.metrics, service);
  const trust = createProxyTrust(options.trustedProxies ?? []);
  const app = bareApp(trust);
  const serving: ServeOptions = {
    contract,
    health: options.health,
    admits: options.admits ?? (() => true),
    authenticate,
    bodyLimits: ({ operationId }) => ({
      limitBytes: limitOf(options, operationId),
      timeoutMs: options.bodyTimeoutMs ?? 30_000,
    }),
    inFlight: trackRunningHandlers(app),
    writes: writesOf(options),
    crossOrigin: options.crossOrigin,
    namespaceFor: options.namespaceFor,
    trustedOrigins: options.trustedOrigins ?? [],
  };
  patchWriteHead(app.response);
  patchResponseJson(app.response);
  app.use(enter({ ...options, trust }, contract));
  app.use(
    registerOperations(app, serving, ({ operationId }) => handlers.get(operationId) as OperationHandler),
  );
  serveProbes(app, options.health);
  serveDocs(app, service, contract);
  if (options.passedOn !== undefined) {
    const admit = async (request: Request, response: Response) =>
      await admitAnyone(serving, request, response);
    forwardRequests(app, options.passedOn, { admit, onBegin: (work) => serving.inFlight.add(work) });
  }
  serveConsole(app, options.site ?? siteWhenAsked());
  app.use(createPathRefusal(serving));
  app.use(createErrorHandler(options.errorFor, options.errorBodies));
  return app;
}

/** Steps common to every request. */
function enter(tools: RequestTrackingTools, contract: Contract): RequestHandler {
  const watch = createRequestTracker(tools);
  const rules = buildTargetRules(contract);
  return (request, response, next) => {
    const { span } = watch(request, response);
    dropUnreadBody(request, response);
    compressText(request, response);
    request.url = rewriteTarget(rules, request.url);
    if (span === undefined) next();
    else span.run(next);
  };
}

/**
 * Maximum body of login operations. It is small, because the sender is not authenticated yet and a name and a password
 * are short.
 */
const LOGIN_BYTES = 16 * 1024;
const LOGINS = new Set(['createSession', 'postLogin', 'patchLogin', 'putPassword']);

function limitOf({ bodyLimitsBytes, bodyLimitBytes }: ShellOptions, operationId: string): number {
  if (LOGINS.has(operationId)) return LOGIN_BYTES;
  return bodyLimitsBytes?.[operationId] ?? bodyLimitBytes ?? 1024 * 1024;
}

interface ShellLogin {
  readonly authenticate: Authenticator;
  readonly sessions: Sessions;
  readonly realm: string;
}

/** Combines the ways to authenticate a request. */
function loginFor({ service, users, needsRole, ...options }: ShellOptions): ShellLogin {
  const realm = service.title.replace(/["\\]/g, '');
  const sessions = options.sessions ?? sessionsOfProcess(users);
  const byHeader = createTokenAuthenticator(users, createBasicAuthenticator(users, realm), realm);
  const anyone = createSessionAuthenticator(byHeader, sessions, realm);
  return { authenticate: needsRole ? requireAnyRole(anyone, realm) : anyone, sessions, realm };
}

/** Handlers of the operations that every service has, limited to those in the contract. */
function ownHandlers(options: ShellOptions, login: ShellLogin): Record<string, OperationHandler> {
  const { service, users, health, contract, reached = [], listSettings = () => [] } = options;
  const { logins = { ofSettings: [], file: undefined } } = options;
  const wanted = new Set(listOperations(contract).map(({ operationId }) => operationId));
  const all: Record<string, OperationHandler> = {
    ...createSessionHandlers({ ...login, service, users, health, reached }),
    ...createLoginsHandlers({ users, sessions: login.sessions, logins }),
    ...settingsHandlers(listSettings),
    ...createAuditHandlers(options.auditStore),
  };
  return Object.fromEntries(Object.entries(all).filter(([operationId]) => wanted.has(operationId)));
}

function sessionsOfProcess(users: Users): Sessions {
  const sessions = createSessions(users, Date.now);
  sessions.open(randomBytes(32));
  return sessions;
}

/** Opens the files of the console on first use. */
function siteWhenAsked(): () => ConsoleSite {
  let site: ConsoleSite | undefined;
  return () => {
    site ??= openConsoleSite(findBuiltConsole());
    return site;
  };
}

function writesOf({ room, refusedWhenFull, metrics }: ShellOptions): DiskFullPolicy | undefined {
  if (room === undefined || refusedWhenFull === undefined) return undefined;
  return { room, refusedWith: refusedWhenFull, onRefused: createRefusedWriteCounter(metrics) };
}

function bareApp(trust: TrustProxy): Express {
  const app = express();
  app.set('trust proxy', trust);
  app.set('x-powered-by', false);
  // Express does not parse query strings, because validation/parameters.ts parses them according to the contract.
  app.set('query parser', false);
  app.set('etag', false);
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  return app;
}

function serveProbes(app: Express, health: Health): void {
  for (const [path, probe] of Object.entries(HEALTH_PROBES)) {
    app.get(path, (request, response) => {
      getRequestContext(request).operation = 'probe';
      const { status, body } = probe(health);
      response.status(status).set('Cache-Control', 'no-store').json(body);
    });
  }
}

/** GET /settings of every service: its settings as administrators may see them. */
function settingsHandlers(list: () => readonly ListedSetting[]): { readonly getSettings: OperationHandler } {
  return {
    getSettings: (_request, response) => {
      response.set('Cache-Control', 'no-store').json(list());
    },
  };
}
