// The Express app both services wear: what surrounds the operations of a contract, in order.
import express, { type Express, type RequestHandler } from 'express';
import { type Authenticate, createAuthenticate, withRole } from '../auth/basic.ts';
import type { Users } from '../auth/users.ts';
import type { Contract, ServiceName } from '../contract/contract.ts';
import { refusedWrites } from '../disk/disk-metrics.ts';
import { serveDocs } from '../docs/docs.ts';
import type { Health } from '../health/health.ts';
import { PROBES } from '../health/status.ts';
import { type TrustProxy, trustProxies } from '../http/client-address.ts';
import { compressText, varyText } from '../http/compress.ts';
import { contextOf } from '../http/context.ts';
import { trackInFlight } from '../http/in-flight.ts';
import { makeInert } from '../http/inert.ts';
import type { CrossOrigin } from '../http/preflight.ts';
import { type ErrorBodies, type ErrorFor, renderErrors } from '../http/render-errors.ts';
import { plainTarget, rulesOf } from '../http/request-target.ts';
import { type WatchTools, watchRequests } from '../http/requests.ts';
import { dropUnreadBody } from '../http/unread-body.ts';
import type { Audit } from '../observe/audit.ts';
import type { Log } from '../observe/log.ts';
import { buildInfo, type Metrics } from '../observe/metrics.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { AnyHandler, Handler } from './handler.ts';
import { checkHandlers, registerOperations } from './routes.ts';
import { refusePath, type Serving, type Writes } from './serve-operation.ts';

/** What every service gives the shell from its settings. */
export interface ShellBase {
  readonly log: Log;
  readonly users: Users;
  readonly health: Health;
  readonly metrics: Metrics;
  /** Undefined: off. */
  readonly tracing?: Tracing | undefined;
  /** Undefined: off. */
  readonly audit?: Audit | undefined;
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
  /** Undefined: no page of another origin may read anything. */
  readonly crossOrigin?: CrossOrigin | undefined;
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
  const handlers = new Map(Object.entries(options.handlers).filter(([, handler]) => handler !== undefined));
  checkHandlers(contract, [...handlers.keys()]);

  buildInfo(options.metrics, service);
  const trust = trustProxies(options.trustedProxies ?? []);
  const app = bareApp(trust);
  const serving: Serving = {
    contract,
    health: options.health,
    authenticate: authenticateFor(options),
    bodyLimits: ({ operationId }) => ({
      limitBytes: options.bodyLimitsBytes?.[operationId] ?? options.bodyLimitBytes ?? 1024 * 1024,
      timeoutMs: options.bodyTimeoutMs ?? 30_000,
    }),
    inFlight: trackInFlight(app),
    writes: writesOf(options),
    crossOrigin: options.crossOrigin,
    trustedOrigins: options.trustedOrigins ?? [],
  };
  varyText(app.response);
  app.use(enter({ ...options, trust }, contract));
  registerOperations(app, serving, ({ operationId }) => handlers.get(operationId) as Handler);
  serveProbes(app, options.health);
  serveDocs(app, service, contract);
  app.use(refusePath(serving));
  app.use(renderErrors(options.errorFor, options.errorBodies));
  return app;
}

/** What is done for every request, in one layer: each of Express's costs as much as what most of this does. */
function enter(tools: WatchTools, contract: Contract): RequestHandler {
  const watch = watchRequests(tools);
  const rules = rulesOf(contract);
  return (request, response, next) => {
    const { span } = watch(request, response);
    makeInert(response);
    dropUnreadBody(request, response);
    compressText(request, response);
    request.url = plainTarget(rules, request.url);
    if (span === undefined) next();
    else span.run(next);
  };
}

function authenticateFor({ service, users, needsRole }: ShellOptions): Authenticate {
  const realm = service.title.replace(/["\\]/g, '');
  const authenticate = createAuthenticate(users, realm);
  return needsRole ? withRole(authenticate, realm) : authenticate;
}

function writesOf({ room, refusedWhenFull, metrics }: ShellOptions): Writes | undefined {
  if (room === undefined || refusedWhenFull === undefined) return undefined;
  return { room, refusedWith: refusedWhenFull, onRefused: refusedWrites(metrics) };
}

function bareApp(trust: TrustProxy): Express {
  const app = express();
  app.set('trust proxy', trust);
  app.set('x-powered-by', false);
  // Query strings are read by validation/pairs.ts, as the contract says.
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
