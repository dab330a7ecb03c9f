// Binds an app to a port, with time limits fit for long uploads, and takes it down again gracefully.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Health } from '../health/health.ts';
import type { TrustProxy } from '../http/client-address.ts';
import { inFlightOf } from '../http/in-flight.ts';
import { deferContinue } from '../http/unread-body.ts';
import type { Log } from '../observe/log.ts';
import { exchangeClasses } from '../shell/straight.ts';
import type { HeldConnections } from '../workers/worker.ts';
import { endSlowClients, type PaceLimits } from './client-pace.ts';
import { answerUnreadable, cutIdleClients, openSockets, watchConnections } from './connections.ts';
import { drain } from './drain.ts';
import { heldConnections } from './held-connections.ts';
import { boundStrangers, type StrangerLimits } from './strangers.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Readiness goes off when shutdown begins. */
  readonly health?: Health;
  readonly log?: Log;
  /** Time for the request line and headers; default 20,000. */
  readonly headersTimeoutMs?: number;
  /** How long a connection without a request is kept; default 65,000. */
  readonly keepAliveTimeoutMs?: number;
  /** A client that neither sends nor takes anything for this long while it should is cut off; default 120,000. */
  readonly idleTimeoutMs?: number;
  /** How slowly a client may send or take; by default as slowly as it likes. */
  readonly pace?: PaceLimits;
  /** Longest request line and headers; default 1 MiB: the link to a next page holds a URL of 65,536 characters twice. */
  readonly maxHeaderBytes?: number;
  /** Proxies, whose connections are not bounded by address; default none. */
  readonly trust?: TrustProxy;
  readonly strangers?: StrangerLimits;
  /** Default `MAX_CONNECTIONS`. */
  readonly maxConnections?: number;
}

/** Of one service. Those on which nobody has logged in have a small share of them. */
export const MAX_CONNECTIONS = 8_192;

export interface RunningServer {
  readonly host: string;
  readonly port: number;
  /** `http://host:port` */
  readonly url: string;
  readonly connections: HeldConnections;
  /**
   * Stops accepting, turns readiness off, lets requests under way finish for at most `drainTimeoutMs` (default
   * 30,000), then cuts the rest and waits a little for their handlers to clean up. Resolves when all is over,
   * to the number of requests that were cut. Calling it again gives the same promise.
   */
  shutdown(options?: { readonly drainTimeoutMs?: number }): Promise<{ readonly cut: number }>;
}

/** Rejects with a plain sentence when the port is taken or may not be used. */
export function listen(app: RequestListener, options: ListenOptions): Promise<RunningServer> {
  const server = createServer({
    ...exchangeClasses(app),
    maxHeaderSize: options.maxHeaderBytes ?? 1024 * 1024,
    headersTimeout: options.headersTimeoutMs ?? 20_000,
    keepAliveTimeout: options.keepAliveTimeoutMs ?? 65_000,
    connectionsCheckingInterval: 5_000,
    // An upload may take hours; what must not is silence, and cutIdleClients sees to that.
    requestTimeout: 0,
    // Most requests have no body: no stream is set up for one that never comes.
    optimizeEmptyRequests: true,
  });
  server.maxConnections = options.maxConnections ?? MAX_CONNECTIONS;
  boundStrangers(server, options.trust ?? (() => false), options.strangers);
  deferContinue(server, app);
  const connections = watchConnections(server);
  answerUnreadable(server, connections, options.log);
  cutIdleClients(server, connections, options.idleTimeoutMs ?? 120_000);
  if (options.pace) endSlowClients(server, connections, options.pace, options.log);
  return start(server, options, app);
}

/** Binds a server that is all set up. */
export async function start(
  server: Server,
  options: ListenOptions,
  app?: RequestListener,
): Promise<RunningServer> {
  const { host } = options;
  const sockets = openSockets(server);
  await bind(server, host, options.port);
  const { port } = server.address() as { port: number };
  let ending: Promise<{ cut: number }> | undefined;
  return {
    host,
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    connections: heldConnections(server, sockets),
    shutdown({ drainTimeoutMs = 30_000 } = {}) {
      options.health?.stop();
      ending ??= drain(server, drainTimeoutMs, sockets, app === undefined ? undefined : inFlightOf(app));
      return ending;
    },
  };
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(bindError(error, host, port)));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function bindError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reasons: { readonly [code: string]: string } = {
    EADDRINUSE: 'another program is using it',
    EACCES: 'this user may not use it',
    EADDRNOTAVAIL: 'this machine has no such address',
  };
  const reason = reasons[error.code ?? ''] ?? error.message;
  return new Error(`cannot listen on ${host} port ${port}: ${reason}`, { cause: error });
}
