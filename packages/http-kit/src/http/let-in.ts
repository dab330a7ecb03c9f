// Connections on which somebody has logged in: told by the shell, heard by the server that bounds what all others may hold.
import type { Socket } from 'node:net';

const hearers = new WeakMap<Socket, () => void>();

/** Calls `hear` once, when somebody logs in on this connection. */
export function onLetIn(socket: Socket, hear: () => void): void {
  hearers.set(socket, hear);
}

/** Says that somebody has logged in on this connection. */
export function letIn(socket: Socket): void {
  const hear = hearers.get(socket);
  if (hear === undefined) return;
  hearers.delete(socket);
  hear();
}
