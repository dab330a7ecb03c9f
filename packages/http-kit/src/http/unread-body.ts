// What becomes of a request body when the answer is already decided: a client that asked `Expect:
// 100-continue` is not told to go on, and what others still send is dropped, but not for ever.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** A client has this long to notice that it was answered before it sent everything. */
const LINGER_MS = 3_000;

const expecting = new WeakSet<IncomingMessage>();

/** Leaves it to the shell when a client that waits for "100 Continue" is told to go on. */
export function deferContinue(server: Server, app: RequestListener): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    expecting.add(request);
    // Other requests raise this event too: whoever watches them sees this one as well.
    server.emit('request', request, response);
  });
  server.on('request', app);
}

/** To be called when the request is known to be allowed and its parameters to be good. */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (expecting.delete(request)) response.writeContinue();
}

/**
 * Once the answer is written, drops what still arrives (closing at once would reset the connection and could
 * take the answer with it), and cuts the connection when it goes on for too long.
 */
export function dropUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return;
  response.once('finish', () => {
    if (request.complete) return;
    request.unpipe();
    request.resume();
    const { socket } = request;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    request.once('close', () => clearTimeout(timer));
    request.once('end', () => clearTimeout(timer));
  });
}
