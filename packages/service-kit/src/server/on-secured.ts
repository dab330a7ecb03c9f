// Finds the decrypted connection (TLSSocket) of an encrypted connection. Node emits an event for each of the two, but
// does not link them.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

type HandshakeListeners = Map<string, Set<(secured: Socket) => void>>;

const waitingOf = new WeakMap<Server, HandshakeListeners>();

/**
 * Calls `hear` with the decrypted connection when the TLS handshake on `socket` is complete. Does not call `hear` if
 * the server does not use TLS. Must be called in the server's `connection` listener.
 */
export function callWhenSecured(server: Server, socket: Socket, hear: (secured: Socket) => void): void {
  if (!('setSecureContext' in server)) return;
  const waiting = waitingOf.get(server) ?? watchHandshakes(server);
  const peer = peerOf(socket);
  const hearers = waiting.get(peer) ?? new Set();
  waiting.set(peer, hearers.add(hear));
  socket.once('close', () => {
    if (waiting.get(peer) === hearers) waiting.delete(peer);
  });
}

function watchHandshakes(server: Server): HandshakeListeners {
  const waiting: HandshakeListeners = new Map();
  waitingOf.set(server, waiting);
  // This listener must run before Node's listener, which attaches the HTTP parser to the connection.
  server.prependListener('secureConnection', (secured: Socket) => {
    const peer = peerOf(secured);
    const hearers = waiting.get(peer);
    waiting.delete(peer);
    for (const hear of hearers ?? []) hear(secured);
  });
  return waiting;
}

const peerOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  [remoteAddress, remotePort, localAddress, localPort].join(' ');
