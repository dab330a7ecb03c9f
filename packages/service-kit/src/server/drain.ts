// Takes a server down: no new connections, requests under way may finish within a bound, the rest is cut.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long handlers whose connection was cut have to put things in order. */
const CLEANUP_MS = 5_000;

/** Handlers at work. */
export interface InFlight {
  /** Resolves when all have settled, or after `timeoutMs`. */
  settled(timeoutMs: number): Promise<unknown>;
}

export async function drain(
  server: Server,
  drainTimeoutMs: number,
  sockets: ReadonlySet<Socket>,
  inFlight: InFlight | undefined,
): Promise<{ cut: number }> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection kept alive would hold the server open: each answer from now on is its connection's last.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  const closer = setInterval(() => {
    server.closeIdleConnections();
    // Browsers open some before they need them, and Node counts them among those that are sending.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, 200).unref();
  const patience = new AbortController();
  const late = sleep(drainTimeoutMs, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([closed, late]);
  patience.abort();
  clearInterval(closer);
  const cut = await connectionsOf(server);
  server.closeAllConnections();
  await closed;
  await inFlight?.settled(CLEANUP_MS);
  return { cut };
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error === null ? count : 0));
  });
}
