// Binds an app to a port, with time limits fit for long uploads, and takes it down again gracefully.
import { createServer, type RequestListener } from 'node:http';
import {
  type Health,
  type Log,
  type RunningServer,
  startServer,
  type TrustProxy,
} from '@holdfast/service-kit';
import { deferContinue } from '../http/requests.ts';
import { inFlightOf } from '../shell/serve-operation.ts';
import {
  answerUnreadable,
  cutIdleClients,
  endSlowClients,
  type PaceLimits,
  watchConnections,
} from './connections.ts';
import { boundStrangers, type StrangerLimits } from './strangers.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Readiness goes off when shutdown begins. */
  readonly health?: Health | undefined;
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

/** Rejects with a plain sentence when the port is taken or may not be used. */
export function listen(app: RequestListener, options: ListenOptions): Promise<RunningServer> {
  const server = createServer({
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
  const { host, port, health } = options;
  return startServer(server, { host, port, health, inFlight: inFlightOf(app) });
}
