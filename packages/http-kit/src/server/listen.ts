// Listens on a port, with timeouts suitable for long uploads, and shuts down gracefully.
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type Health,
  type Log,
  type RunningServer,
  startServer,
  type TrustProxy,
} from '@holdfast/service-kit';
import { deferContinueResponse } from '../http/requests.ts';
import { getRunningHandlers } from '../shell/serve-operation.ts';
import {
  disconnectIdleClients,
  disconnectSlowClients,
  type MinimumRate,
  respondToUnparsableRequests,
  watchConnections,
} from './connections.ts';
import type { ServerTls } from './tls-files.ts';
import { limitUnauthenticated, type UnauthenticatedLimits } from './unauthenticated-connections.ts';

export interface ListenOptions {
  readonly host: string;
  /** Port number. 0 lets the operating system choose a port. */
  readonly port: number;
  /** Health state, which is set to not ready when shutdown begins. */
  readonly health?: Health | undefined;
  readonly log?: Log;
  /** Time limit for receiving the request line and the headers, in milliseconds. Default: 20,000. */
  readonly headersTimeoutMs?: number;
  /** Time after which an idle connection is closed, in milliseconds. Default: 65,000. */
  readonly keepAliveTimeoutMs?: number;
  /**
   * Idle timeout in milliseconds. Closes a connection if nothing is transferred for this long while the server waits
   * for the client to send or read. Default: 120,000.
   */
  readonly idleTimeoutMs?: number;
  /** Minimum rates at which clients must send and read. Default: no minimum. */
  readonly pace?: MinimumRate;
  /**
   * Maximum size of request line and headers. Default: 1 MiB, because a next-page link contains a URL of up to 65,536
   * characters twice.
   */
  readonly maxHeaderBytes?: number;
  /** Proxies whose connections are exempt from the limits per address. Default: no proxies. */
  readonly trust?: TrustProxy;
  readonly unauthenticatedLimits?: UnauthenticatedLimits;
  /** Maximum number of connections. Default: `MAX_CONNECTIONS`. */
  readonly maxConnections?: number;
  /** Certificate and key. Undefined for plain HTTP. */
  readonly tls?: ServerTls | undefined;
}

/** Maximum number of connections of a service. Only a small fraction of them may be unauthenticated. */
export const MAX_CONNECTIONS = 8_192;

/** Listens on a port. Rejects with a message for the user if the port is in use or not permitted. */
export function listenOnPort(app: RequestListener, options: ListenOptions): Promise<RunningServer> {
  const headersTimeout = options.headersTimeoutMs ?? 20_000;
  const serverOptions = {
    maxHeaderSize: options.maxHeaderBytes ?? 1024 * 1024,
    headersTimeout,
    keepAliveTimeout: options.keepAliveTimeoutMs ?? 65_000,
    connectionsCheckingInterval: 5_000,
    // Requests have no time limit, because an upload may take hours. `disconnectIdleClients` ends stalled uploads.
    requestTimeout: 0,
    // Node creates no body stream for requests without a body, which are the majority.
    optimizeEmptyRequests: true,
  };
  const server = createServerFor(options.tls, serverOptions, headersTimeout);
  server.maxConnections = options.maxConnections ?? MAX_CONNECTIONS;
  limitUnauthenticated(server, options.trust ?? (() => false), options.unauthenticatedLimits);
  deferContinueResponse(server, app);
  const connections = watchConnections(server);
  respondToUnparsableRequests(server, connections, options.log);
  disconnectIdleClients(server, connections, options.idleTimeoutMs ?? 120_000);
  if (options.pace) disconnectSlowClients(server, connections, options.pace, options.log);
  const { host, port, health } = options;
  return startServer(server, { host, port, health, inFlight: getRunningHandlers(app) });
}

/** Creates the server. The time limit of the TLS handshake is the same as for the headers of a request. */
function createServerFor(
  tls: ServerTls | undefined,
  options: ServerOptions,
  handshakeTimeout: number,
): Server {
  if (tls === undefined) return createServer(options);
  const { cert, key } = tls.current;
  const server = createTlsServer({ ...options, cert, key, handshakeTimeout });
  const closing = new AbortController();
  server.once('close', () => closing.abort());
  void tls.watch(server, closing.signal);
  return server;
}
