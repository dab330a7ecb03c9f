// The Express app both services wear: what surrounds the operations of a contract, in order.
import express, { type Express } from 'express';
import { createAuthenticate } from './auth/basic.ts';
import { serveDocs } from './docs/docs.ts';
import { renderErrors } from './errors/render.ts';
import { trackInFlight } from './http/in-flight.ts';
import { dropUnreadBody } from './http/unread-body.ts';
import { contextOf } from './observe/context.ts';
import { buildInfo } from './observe/metrics.ts';
import { watchRequests } from './observe/requests.ts';
import { checkHandlers, registerOperations } from './routes.ts';
import { refusePath, type Serving } from './serve-operation.ts';
import type { Health } from './server/health.ts';
import { PROBES } from './server/status.ts';
import type { Handler, ShellOptions } from './types.ts';

/** Throws when a handler names no operation of the contract, or an operation has no handler. */
export function createShell(options: ShellOptions): Express {
  const { contract, service } = options;
  const handlers = new Map(Object.entries(options.handlers).filter(([, handler]) => handler !== undefined));
  checkHandlers(contract, [...handlers.keys()]);

  buildInfo(options.metrics, service);
  const app = bareApp();
  const serving: Serving = {
    contract,
    health: options.health,
    authenticate: createAuthenticate(options.users, service.title.replace(/["\\]/g, '')),
    bodyLimits: ({ operationId }) => ({
      limitBytes: options.bodyLimitsBytes?.[operationId] ?? options.bodyLimitBytes ?? 1024 * 1024,
      timeoutMs: options.bodyTimeoutMs ?? 30_000,
    }),
    inFlight: trackInFlight(app),
  };
  app.use(watchRequests(options.log, options.metrics, options.tracing));
  app.use((request, response, next) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    dropUnreadBody(request, response);
    next();
  });
  serveProbes(app, options.health);
  serveDocs(app, service, contract);
  registerOperations(app, serving, ({ operationId }) => handlers.get(operationId) as Handler);
  app.use(refusePath(serving));
  app.use(renderErrors(options.errorFor, options.errorBodies));
  return app;
}

function bareApp(): Express {
  const app = express();
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
