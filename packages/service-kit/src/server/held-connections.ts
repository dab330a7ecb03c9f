// The connections that clients of a server hold open, of which it can give some up: their next answer is their last.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HeldConnections } from '../workers/worker.ts';

export function heldConnections(server: Server, sockets: ReadonlySet<Socket>): HeldConnections {
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
