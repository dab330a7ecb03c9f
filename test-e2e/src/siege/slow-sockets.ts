// Opens connections that transfer a few bytes per second and never finish. Checks that the service has closed these
// connections.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeZeroFinding, type SiegeFinding } from './attack.ts';

/** Value of `CLIENT_RATE_WINDOW` in the attacked services. */
export const WINDOW_MS = 20_000;
const EVERY_MS = 2_000;

/** Sends a request, then reads ten bytes of the response at regular intervals. */
export function openSlowReader(url: string, path: string, authorization: string): Socket {
  const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
  const socket = open(url, head);
  socket.pause();
  repeatUntilClosed(socket, () => void socket.read(10));
  return socket;
}

/** Sends the beginning of a request, then one byte of its body at regular intervals. */
export function openSlowSender(url: string, beginning: string): Socket {
  const socket = open(url, beginning);
  repeatUntilClosed(socket, () => void socket.write('x'));
  socket.resume();
  return socket;
}

/**
 * Checks that the service no longer reports these requests as active. Counting the clients' open sockets would not
 * work, because a slow reader notices late that it was disconnected.
 */
export async function checkConnectionsEnded(
  metricsUrl: string,
  what: string,
  sockets: readonly Socket[],
): Promise<SiegeFinding> {
  await sleep(3 * WINDOW_MS);
  const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
  const left = Number(/^http_requests_in_flight(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1]);
  for (const socket of sockets) socket.destroy();
  return makeZeroFinding(`${what} that were not ended`, left, sockets.length);
}

function open(url: string, beginning: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.write(beginning);
  return socket;
}

function repeatUntilClosed(socket: Socket, move: () => void): void {
  const timer = setInterval(move, EVERY_MS);
  void once(socket, 'close').then(
    () => clearInterval(timer),
    () => clearInterval(timer),
  );
}
