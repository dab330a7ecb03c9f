// Binds a server to a port and shuts it down gracefully.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Health } from '../health/health.ts';
import type { WorkerConnections } from '../workers/worker.ts';
import { callWhenSecured } from './on-secured.ts';

export interface StartOptions {
  readonly host: string;
  /** Port number. 0 lets the operating system choose a port. */
  readonly port: number;
  /** Health of the service. Shutdown first marks it as stopping. */
  readonly health?: Health | undefined;
  /** Running request handlers, for which shutdown waits. */
  readonly inFlight?: RunningHandlers | undefined;
}

export interface RunningServer {
  readonly host: string;
  readonly port: number;
  /** `http://host:port`, or `https://host:port` with TLS. */
  readonly url: string;
  readonly connections: WorkerConnections;
  /**
   * Marks the service as stopping, stops accepting connections, and waits at most `drainTimeoutMs` (default 30,000) for
   * running requests. Then closes the remaining connections and waits briefly for their handlers. Resolves to the
   * number of connections that were closed forcibly. Further calls return the same promise.
   */
  shutdown(options?: { readonly drainTimeoutMs?: number }): Promise<{ readonly cut: number }>;
}

/** Binds a fully configured server. */
export async function startServer(server: Server, options: StartOptions): Promise<RunningServer> {
  const { host, health, inFlight } = options;
  const sockets = trackOpenSockets(server);
  await bind(server, host, options.port);
  const { port } = server.address() as { port: number };
  let ending: Promise<{ cut: number }> | undefined;
  return {
    host,
    port,
    url: `${'setSecureContext' in server ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    connections: trackHeldConnections(server, sockets),
    shutdown({ drainTimeoutMs = 30_000 } = {}) {
      health?.stop();
      ending ??= drainServer(server, drainTimeoutMs, sockets, inFlight);
      return ending;
    },
  };
}

/** Binds the server. On a machine without IPv6, treats the host `::` as all IPv4 addresses, as Node does by default. */
function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const lacksIpv6 = ['EAFNOSUPPORT', 'EADDRNOTAVAIL'].includes(error.code ?? '');
      if (host === '::' && lacksIpv6) bind(server, '0.0.0.0', port).then(resolve, reject);
      else reject(bindError(error, host, port));
    });
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

export function trackOpenSockets(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    callWhenSecured(server, socket, (secured) => {
      open.delete(socket);
      open.add(secured);
      secured.once('close', () => open.delete(secured));
    });
  });
  return open;
}

export function trackHeldConnections(server: Server, sockets: ReadonlySet<Socket>): WorkerConnections {
  let left = 0;
  const last = (_request: IncomingMessage, response: ServerResponse): void => {
    if (response.shouldKeepAlive) left -= 1;
    response.shouldKeepAlive = false;
    if (left === 0) server.off('request', last);
  };
  return {
    get count() {
      return sockets.size;
    },
    giveUp(connections) {
      if (left > 0) server.off('request', last);
      left = connections;
      if (left > 0) server.prependListener('request', last);
    },
  };
}

/** Time for handlers to clean up after their connection was closed. */
const CLEANUP_MS = 5_000;

export interface RunningHandlers {
  /** Resolves when all handlers have finished, or after `timeoutMs`. */
  settled(timeoutMs: number): Promise<unknown>;
}

export async function drainServer(
  server: Server,
  drainTimeoutMs: number,
  sockets: ReadonlySet<Socket>,
  inFlight: RunningHandlers | undefined,
): Promise<{ cut: number }> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Disables keep-alive for all further responses, because open connections would prevent the server from closing.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  const closer = setInterval(() => {
    server.closeIdleConnections();
    // Closes connections without any request, which browsers open in advance. Node considers them active.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, 200).unref();
  const patience = new AbortController();
  const late = sleep(drainTimeoutMs, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([closed, late]);
  patience.abort();
  clearInterval(closer);
  const cut = await countConnections(server);
  server.closeAllConnections();
  // Also closes connections during their TLS handshake. closeAllConnections does not close them.
  for (const socket of sockets) socket.destroy();
  await closed;
  await inFlight?.settled(CLEANUP_MS);
  return { cut };
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error === null ? count : 0));
  });
}
