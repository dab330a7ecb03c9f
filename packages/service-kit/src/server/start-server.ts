// Binds a server to a port and takes it down again gracefully.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Health } from '../health/health.ts';
import type { HeldConnections } from '../workers/worker.ts';
import { drain, type InFlight } from './drain.ts';
import { heldConnections } from './held-connections.ts';

export interface StartOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Readiness goes off when shutdown begins. */
  readonly health?: Health | undefined;
  /** Handlers that shutdown waits for. */
  readonly inFlight?: InFlight | undefined;
}

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

/** Binds a server that is all set up. */
export async function startServer(server: Server, options: StartOptions): Promise<RunningServer> {
  const { host, health, inFlight } = options;
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
      health?.stop();
      ending ??= drain(server, drainTimeoutMs, sockets, inFlight);
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

export function openSockets(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}
