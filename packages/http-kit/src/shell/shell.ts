// The Express app both services wear: what surrounds the operations of a contract, in order.
import { randomBytes } from 'node:crypto';
import { type Audit, type AuditStore, createSessions, type Sessions, type Users } from '@holdfast/accounts';
import {
  buildInfo,
  type Health,
  type ListedSetting,
  type Log,
  type Metrics,
  PROBES,
  refusedWrites,
  type TrustProxy,
  trustProxies,
} from '@holdfast/service-kit';
import type { Tracing } from '@holdfast/tracing';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { type PassedOn, passOn } from '../console/pass-on.ts';
import { serveConsole } from '../console/serve-console.ts';
import { builtConsole, openSite, type Site } from '../console/site.ts';
import type { Contract, ServiceName } from '../contract/contract.ts';
import { operationsOf } from '../contract/operations.ts';
import { serveDocs } from '../docs/docs.ts';
import { contextOf } from '../http/context.ts';
import { completeHeads, compressText } from '../http/outgoing.ts';
import type { CrossOrigin } from '../http/preflight.ts';
import { type ErrorBodies, type ErrorFor, renderErrors } from '../http/render-errors.ts';
import { plainTarget, rulesOf } from '../http/request-target.ts';
import { dropUnreadBody, type WatchTools, watchRequests } from '../http/requests.ts';
import { sendJsonStraight } from '../http/send-json.ts';
import { type Authenticate, createAuthenticate, withRole } from '../login/basic.ts';
import { withSessions } from '../login/session.ts';
import { auditHandlers } from './audit-handlers.ts';
import type { AnyHandler, Handler } from './handler.ts';
import { type LoginsHandlersDeps, loginsHandlers } from './logins-handlers.ts';
import { checkHandlers, registerOperations } from './routes.ts';
import { admitAnyone, refusePath, type Serving, trackInFlight, type Writes } from './serve-operation.ts';
import { type ReachedService, sessionHandlers } from './session-handlers.ts';

/** What every service gives the shell from its settings. */
export interface ShellBase {
  readonly log: Log;
  readonly users: Users;
  /** Undefined: of this process alone. */
  readonly sessions?: Sessions;
  readonly health: Health;
  readonly metrics: Metrics;
  /** Where its users come from; default nowhere that could be shown or changed. */
  readonly logins?: LoginsHandlersDeps['logins'];
  /** The settings that it runs with; default none. */
  readonly listSettings?: () => readonly ListedSetting[];
  /** Undefined: off. */
  readonly tracing?: Tracing | undefined;
  /** Undefined: off. */
  readonly audit?: Audit | undefined;
  /** Where entries of the audit log are found; undefined where none are kept. */
  readonly auditStore?: AuditStore | undefined;
  /** Told of each request of an operation that failed, and not by the client's doing. Must not throw. */
  readonly onFailure?: WatchTools['onFailure'];
  /** Addresses and networks of proxies whose word on the client's address and the host is taken; default none. */
  readonly trustedProxies?: readonly string[];
  /** Other web origins whose pages may write; default none. */
  readonly trustedOrigins?: readonly string[];
  /** Whether there is room to store something, where that can run out. */
  readonly room?: Writes['room'];
}

export interface ShellOptions extends ShellBase {
  readonly service: ServiceName;
  readonly contract: Contract;
  /** Keyed by operationId; their operation types are checked by HandlersOf where they are written. */
  readonly handlers: { readonly [operationId: string]: AnyHandler | undefined };
  /** Refuses who has no role at all as if there were no such login (401), rather than where a role is needed (403). */
  readonly needsRole?: boolean;
  /** Maps an error of the domain to what the client is told; undefined when it is not one of its own. */
  readonly errorFor?: ErrorFor;
  /** Keyed by operationId: how errors are written for clients that read them in another form than problem+json. */
  readonly errorBodies?: ErrorBodies;
  /** Whether a client of this address is let in at all, where a login is needed; default everybody. */
  readonly admits?: (address: string) => boolean;
  /** Undefined: no page of another origin may read anything. */
  readonly crossOrigin?: CrossOrigin | undefined;
  /** The services that the console reaches by this one; default none. */
  readonly reached?: readonly ReachedService[];
  /** The files of the console; default what was built. */
  readonly site?: () => Site;
  /** What is passed on to another service. */
  readonly passedOn?: PassedOn | undefined;
  /** Longest JSON, form or text body; default 1 MiB. Multipart and binary bodies are the feature's business. */
  readonly bodyLimitBytes?: number;
  /** Keyed by operationId: the longest such body of operations for which it is another. */
  readonly bodyLimitsBytes?: { readonly [operationId: string]: number };
  /** The status that an operation is refused with while there is none; undefined for one that stores nothing. */
  readonly refusedWhenFull?: Writes['refusedWith'];
  /** How long such a body may take to arrive; default 30,000. */
  readonly bodyTimeoutMs?: number;
}

/** Throws when a handler names no operation of the contract, or an operation has no handler. */
export function createShell(options: ShellOptions): Express {
  const { contract, service } = options;
  const { authenticate, sessions, realm } = loginFor(options);
  const given = { ...ownHandlers(options, { authenticate, sessions, realm }), ...options.handlers };
  const handlers = new Map(Object.entries(given).filter(([, handler]) => handler !== undefined));
  checkHandlers(contract, [...handlers.keys()]);

  buildInfo(options.metrics, service);
  const trust = trustProxies(options.trustedProxies ?? []);
  const app = bareApp(trust);
  const serving: Serving = {
    contract,
    health: options.health,
    admits: options.admits ?? (() => true),
    authenticate,
    bodyLimits: ({ operationId }) => ({
      limitBytes: limitOf(options, operationId),
      timeoutMs: options.bodyTimeoutMs ?? 30_000,
    }),
    inFlight: trackInFlight(app),
    writes: writesOf(options),
    crossOrigin: options.crossOrigin,
    trustedOrigins: options.trustedOrigins ?? [],
  };
  completeHeads(app.response);
  sendJsonStraight(app.response);
  app.use(enter({ ...options, trust }, contract));
  app.use(registerOperations(app, serving, ({ operationId }) => handlers.get(operationId) as Handler));
  serveProbes(app, options.health);
  serveDocs(app, service, contract);
  if (options.passedOn !== undefined) {
    const admit = async (request: Request, response: Response) =>
      await admitAnyone(serving, request, response);
    passOn(app, options.passedOn, { admit, onBegin: (work) => serving.inFlight.add(work) });
  }
  serveConsole(app, options.site ?? siteWhenAsked());
  app.use(refusePath(serving));
  app.use(renderErrors(options.errorFor, options.errorBodies));
  return app;
}

/** What is done for every request. */
function enter(tools: WatchTools, contract: Contract): RequestHandler {
  const watch = watchRequests(tools);
  const rules = rulesOf(contract);
  return (request, response, next) => {
    const { span } = watch(request, response);
    dropUnreadBody(request, response);
    compressText(request, response);
    request.url = plainTarget(rules, request.url);
    if (span === undefined) next();
    else span.run(next);
  };
}

/** A login may be as long as a name and a password, and who sends it is not known yet. */
const LOGIN_BYTES = 16 * 1024;
const LOGINS = new Set(['createSession', 'postLogin', 'patchLogin', 'putPassword']);

function limitOf({ bodyLimitsBytes, bodyLimitBytes }: ShellOptions, operationId: string): number {
  if (LOGINS.has(operationId)) return LOGIN_BYTES;
  return bodyLimitsBytes?.[operationId] ?? bodyLimitBytes ?? 1024 * 1024;
}

interface ShellLogin {
  readonly authenticate: Authenticate;
  readonly sessions: Sessions;
  readonly realm: string;
}

/** Who a request is from. */
function loginFor({ service, users, needsRole, ...options }: ShellOptions): ShellLogin {
  const realm = service.title.replace(/["\\]/g, '');
  const sessions = options.sessions ?? sessionsOfProcess(users);
  const anyone = withSessions(createAuthenticate(users, realm), sessions, realm);
  return { authenticate: needsRole ? withRole(anyone, realm) : anyone, sessions, realm };
}

/** The operations that every service has, as far as the contract has them. */
function ownHandlers(options: ShellOptions, login: ShellLogin): Record<string, Handler> {
  const { service, users, health, contract, reached = [], listSettings = () => [] } = options;
  const { logins = { ofSettings: [], file: undefined } } = options;
  const wanted = new Set(operationsOf(contract).map(({ operationId }) => operationId));
  const all: Record<string, Handler> = {
    ...sessionHandlers({ ...login, service, users, health, reached }),
    ...loginsHandlers({ users, sessions: login.sessions, logins }),
    ...settingsHandlers(listSettings),
    ...auditHandlers(options.auditStore),
  };
  return Object.fromEntries(Object.entries(all).filter(([operationId]) => wanted.has(operationId)));
}

function sessionsOfProcess(users: Users): Sessions {
  const sessions = createSessions(users, Date.now);
  sessions.open(randomBytes(32));
  return sessions;
}

/** Its files are looked for when somebody first wants them. */
function siteWhenAsked(): () => Site {
  let site: Site | undefined;
  return () => {
    site ??= openSite(builtConsole());
    return site;
  };
}

function writesOf({ room, refusedWhenFull, metrics }: ShellOptions): Writes | undefined {
  if (room === undefined || refusedWhenFull === undefined) return undefined;
  return { room, refusedWith: refusedWhenFull, onRefused: refusedWrites(metrics) };
}

function bareApp(trust: TrustProxy): Express {
  const app = express();
  app.set('trust proxy', trust);
  app.set('x-powered-by', false);
  // Query strings are read by validation/parameters.ts, as the contract says.
  app.set('query parser', false);
  app.set('etag', false);
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  return app;
}

function serveProbes(app: Express, health: Health): void {
  for (const [path, probe] of Object.entries(PROBES)) {
    app.get(path, (request, response) => {
      contextOf(request).operation = 'probe';
      const { status, body } = probe(health);
      response.status(status).set('Cache-Control', 'no-store').json(body);
    });
  }
}

/** GET /settings, which every service has: its settings as its administrators may see them. */
function settingsHandlers(list: () => readonly ListedSetting[]): { readonly getSettings: Handler } {
  return {
    getSettings: (_request, response) => {
      response.set('Cache-Control', 'no-store').json(list());
    },
  };
}
