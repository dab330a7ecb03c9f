// Creates the Express app of both services. It runs all steps of request processing around the operations of a
// contract, in the order of this file.
import { randomBytes } from 'node:crypto';
import {
  type AuditStore,
  type AuditWriter,
  createSessions,
  type Oidc,
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
import { type ForwardedService, forwardRequests } from '../console/forward-requests.ts';
import { serveProviderLogin } from '../console/provider-login.ts';
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
import {
  type Authenticator,
  createAccessTokenAuthenticator,
  createBasicAuthenticator,
  createTokenAuthenticator,
  requireAnyRole,
} from '../login/authorization-header.ts';
import { createSessionAuthenticator } from '../login/session.ts';
import { createAuditHandlers } from './audit-handlers.ts';
import { createDoctorHandlers, type ServiceExaminer } from './doctor-handlers.ts';
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
import { createTokenHandlers } from './token-handlers.ts';

/** Options that every service derives from its settings. */
export interface ShellBase {
  readonly log: Log;
  readonly users: Users;
  /** Sessions that all processes of the service share. If undefined, sessions are valid only in this process. */
  readonly sessions?: Sessions;
  /** OpenID Connect provider. Undefined if users cannot log in through a provider. */
  readonly oidc?: Oidc | undefined;
  readonly health: Health;
  readonly metrics: Metrics;
  /** Sources of users, for the operations that manage users. Default: none. */
  readonly logins?: LoginsHandlersDeps['logins'];
  /** Lists the current settings. Default: no settings. */
  readonly listSettings?: () => readonly ListedSetting[];
  /** Checks of this service. Default: no checks. */
  readonly examiner?: ServiceExaminer | undefined;
  /** Tracing of requests. Undefined if tracing is off. */
  readonly tracing?: Tracing | undefined;
  /** Writer of the audit log. Undefined if the audit log is off. */
  readonly audit?: AuditWriter | undefined;
  /** Store of audit entries. Undefined if no audit entries are stored. */
  readonly auditStore?: AuditStore | undefined;
  /** Called for each failed operation, unless the client caused the failure. Must not throw. */
  readonly onFailure?: RequestTrackingTools['onFailure'];
  /** Addresses and networks of trusted proxies, which may forward the client address and host. Default: no proxies. */
  readonly trustedProxies?: readonly string[];
  /** Other web origins whose pages may write to this service. Default: no origins. */
  readonly trustedOrigins?: readonly string[];
  /** Monitors the free disk space. Undefined if the service does not write to a disk. */
  readonly room?: DiskFullPolicy['room'];
}

export interface ShellOptions extends ShellBase {
  readonly service: ServiceIdentity;
  readonly contract: Contract;
  /** Handlers by operationId. Their types are checked against `OperationHandlers` where they are defined. */
  readonly handlers: { readonly [operationId: string]: AnyOperationHandler | undefined };
  /** If true, users without a role are rejected with 401 instead of 403, as if the user did not exist. */
  readonly needsRole?: boolean;
  /** Maps a domain error to an ApiError. Returns undefined for all other errors. */
  readonly errorFor?: DomainErrorMapper;
  /** Formats of error bodies by operationId, for clients that do not parse problem+json. */
  readonly errorBodies?: ErrorBodyFormatters;
  /** Returns whether clients with this address may call operations that require a login. Default: all clients may. */
  readonly admits?: (address: string) => boolean;
  /** Access for pages of other origins. If undefined, such pages cannot read any response. */
  readonly crossOrigin?: CrossOriginAccess | undefined;
  /** Returns the only namespace that a request accesses. Undefined if there are several or none. */
  readonly namespaceFor?: ServeOptions['namespaceFor'];
  /** Services that the console reaches through this service. Default: no services. */
  readonly reached?: readonly ConsoleService[];
  /** Files of the console. Default: the files of the built console. */
  readonly site?: () => ConsoleSite;
  /** Service to which requests with a path prefix are forwarded. */
  readonly passedOn?: ForwardedService | undefined;
  /**
   * Maximum size of a JSON, form or text body. Default: 1 MiB. Handlers limit the size of multipart and binary bodies.
   */
  readonly bodyLimitBytes?: number;
  /** Exceptions to `bodyLimitBytes`, by operationId. */
  readonly bodyLimitsBytes?: { readonly [operationId: string]: number };
  /** Returns the status that rejects an operation on a full disk. Undefined if the operation stores nothing. */
  readonly refusedWhenFull?: DiskFullPolicy['refusedWith'];
  /** Time limit for receiving a JSON, form or text body, in milliseconds. Default: 30,000. */
  readonly bodyTimeoutMs?: number;
}

/** Creates the app. Throws if a handler's operation is not in the contract, or if an operation has no handler. */
export function createHttpApp(options: ShellOptions): Express {
  const { contract, service } = options;
  const { authenticate, sessions, realm } = createLogin(options);
  const given = { ...createOwnHandlers(options, { authenticate, sessions, realm }), ...options.handlers };
  const handlers = new Map(Object.entries(given).filter(([, handler]) => handler !== undefined));
  checkHandlers(contract, [...handlers.keys()]);

  registerBuildInfo(options.metrics, service);
  const trust = createProxyTrust(options.trustedProxies ?? []);
  const app = createBareApp(trust);
  const serving: ServeOptions = {
    contract,
    health: options.health,
    admits: options.admits ?? (() => true),
    authenticate,
    bodyLimits: ({ operationId }) => ({
      limitBytes: findBodyLimit(options, operationId),
      timeoutMs: options.bodyTimeoutMs ?? 30_000,
    }),
    inFlight: trackRunningHandlers(app),
    writes: createDiskFullPolicy(options),
    crossOrigin: options.crossOrigin,
    namespaceFor: options.namespaceFor,
    trustedOrigins: options.trustedOrigins ?? [],
  };
  patchWriteHead(app.response);
  patchResponseJson(app.response);
  app.use(createEntryHandler({ ...options, trust }, contract));
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
  serveProviderLogin(app, { oidc: options.oidc, sessions, metrics: options.metrics });
  serveConsole(app, options.site ?? createLazySite());
  app.use(createPathRefusal(serving));
  app.use(createErrorHandler(options.errorFor, options.errorBodies));
  return app;
}

/** First processing steps of every request. */
function createEntryHandler(tools: RequestTrackingTools, contract: Contract): RequestHandler {
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

/** Maximum body size of login operations. Small, because clients can send these requests without a login. */
const LOGIN_BYTES = 16 * 1024;
const LOGINS = new Set([
  ...['createSession', 'postLogin', 'patchLogin', 'putPassword', 'postToken', 'patchProviderUser'],
]);

function findBodyLimit({ bodyLimitsBytes, bodyLimitBytes }: ShellOptions, operationId: string): number {
  if (LOGINS.has(operationId)) return LOGIN_BYTES;
  return bodyLimitsBytes?.[operationId] ?? bodyLimitBytes ?? 1024 * 1024;
}

interface ShellLogin {
  readonly authenticate: Authenticator;
  readonly sessions: Sessions;
  readonly realm: string;
}

/** Combines the authentication methods: session cookie, API token, access token of a provider, and HTTP Basic. */
function createLogin({ service, users, needsRole, ...options }: ShellOptions): ShellLogin {
  const realm = service.title.replace(/["\\]/g, '');
  const sessions = options.sessions ?? createProcessSessions(users);
  const accessTokens = options.oidc?.accessTokens;
  const basic = createBasicAuthenticator(users, realm);
  const foreign =
    accessTokens === undefined
      ? basic
      : createAccessTokenAuthenticator({ accessTokens, users, realm }, basic);
  const byHeader = createTokenAuthenticator(users, foreign, realm);
  const anyone = createSessionAuthenticator(byHeader, sessions, realm);
  return { authenticate: needsRole ? requireAnyRole(anyone, realm) : anyone, sessions, realm };
}

/** Returns the handlers of operations that every service has, as far as the contract contains them. */
function createOwnHandlers(options: ShellOptions, login: ShellLogin): Record<string, OperationHandler> {
  const { service, users, health, contract, reached = [], listSettings = () => [] } = options;
  const { logins = { ofSettings: [], file: undefined } } = options;
  const wanted = new Set(listOperations(contract).map(({ operationId }) => operationId));
  const all: Record<string, OperationHandler> = {
    ...createSessionHandlers({ ...login, service, users, health, reached, oidc: options.oidc }),
    ...createLoginsHandlers({ users, sessions: login.sessions, logins }),
    ...createTokenHandlers({ users, logins }),
    ...createSettingsHandlers(listSettings),
    ...createDoctorHandlers(options.examiner),
    ...createAuditHandlers(options.auditStore),
  };
  return Object.fromEntries(Object.entries(all).filter(([operationId]) => wanted.has(operationId)));
}

function createProcessSessions(users: Users): Sessions {
  const sessions = createSessions(users, Date.now);
  sessions.open(randomBytes(32));
  return sessions;
}

/** Opens the files of the console on first use. */
function createLazySite(): () => ConsoleSite {
  let site: ConsoleSite | undefined;
  return () => {
    site ??= openConsoleSite(findBuiltConsole());
    return site;
  };
}

function createDiskFullPolicy({ room, refusedWhenFull, metrics }: ShellOptions): DiskFullPolicy | undefined {
  if (room === undefined || refusedWhenFull === undefined) return undefined;
  return { room, refusedWith: refusedWhenFull, onRefused: createRefusedWriteCounter(metrics) };
}

function createBareApp(trust: TrustProxy): Express {
  const app = express();
  app.set('trust proxy', trust);
  app.set('x-powered-by', false);
  // Express must not parse query strings: validation/parameters.ts parses them according to the contract.
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

/** Handles GET /settings of every service, which shows the settings to administrators. */
function createSettingsHandlers(list: () => readonly ListedSetting[]): {
  readonly getSettings: OperationHandler;
} {
  return {
    getSettings: (_request, response) => {
      response.set('Cache-Control', 'no-store').json(list());
    },
  };
}
