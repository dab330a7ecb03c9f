// Proxy that acts like a Kubernetes Service with an ingress. Requests go to the replicas in turn, and bodies are
// streamed in both directions. A request is sent to another replica only if the first replica refused the connection.
// If a replica closes the connection during a request, the proxy returns 502 or closes the client's connection. The
// proxy's own responses have the header X-Proxy.
import { once } from 'node:events';
import {
  Agent,
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { addCleanup } from '@holdfast/testkit';

export interface Upstream {
  readonly name: string;
  readonly url: string;
}

export interface FrontProxy {
  readonly url: string;
  /** Adds a replica, which gets requests from now on. */
  add(upstream: Upstream): void;
  /** Removes a replica. It gets no new requests, but pending requests continue. */
  remove(upstream: Upstream): void;
  listed(): readonly Upstream[];
  /** Returns the pending requests with their replicas. */
  underWay(): readonly { replica: string; path: string }[];
}

/** Starts the proxy. It closes at the end of the test file. */
export async function startProxy(): Promise<FrontProxy> {
  const rota = new UpstreamRotation();
  const agent = new Agent({ keepAlive: true, timeout: 30_000 });
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 600_000 }, (request, response) => {
    forwardRequest({ rota, agent, request, response, untried: rota.size });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  addCleanup(() => {
    server.closeAllConnections();
    server.close();
    agent.destroy();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (upstream) => rota.add(upstream),
    remove: (upstream) => rota.remove(upstream),
    listed: () => rota.listed,
    underWay: () => [...rota.underWay].map(([{ url }, replica]) => ({ replica, path: url ?? '' })),
  };
}

/** Chooses the next replica and tracks pending requests. */
class UpstreamRotation {
  listed: Upstream[] = [];
  readonly underWay = new Map<IncomingMessage, string>();
  #turn = 0;

  get size(): number {
    return this.listed.length;
  }

  add(upstream: Upstream): void {
    if (!this.listed.includes(upstream)) this.listed = [...this.listed, upstream];
  }

  remove(upstream: Upstream): void {
    this.listed = this.listed.filter((one) => one !== upstream);
  }

  next(): Upstream | undefined {
    this.#turn += 1;
    return this.listed[this.#turn % this.listed.length];
  }
}

interface ForwardedRequest {
  rota: UpstreamRotation;
  agent: Agent;
  request: IncomingMessage;
  response: ServerResponse;
  /** Number of replicas that have not yet been tried for this request. */
  untried: number;
}

function forwardRequest(passing: ForwardedRequest): void {
  const { rota, agent, request, response } = passing;
  const upstream = passing.untried > 0 ? rota.next() : undefined;
  if (!upstream) {
    refuse(passing, 503, 'no replica is ready');
    return;
  }
  const sending = httpRequest(new URL(request.url!, upstream.url), {
    agent,
    method: request.method!,
    headers: { ...removeHopHeaders(request.headers), host: request.headers.host ?? '' },
  });
  rota.underWay.set(request, upstream.name);
  let begun = false;
  const begin = () => {
    begun = true;
    request.pipe(sending);
  };
  sending.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', begin);
    else begin();
  });
  sending.once('response', (answer) => forwardResponse(answer, passing));
  sending.on('error', (error: NodeJS.ErrnoException) => {
    request.unpipe(sending);
    if (!begun && error.code === 'ECONNREFUSED') forwardRequest({ ...passing, untried: passing.untried - 1 });
    else if (response.headersSent) response.destroy();
    else refuse(passing, 502, `${upstream.name} cut it: ${error.code ?? error.message}`);
  });
  trackCompletion(passing, sending);
}

function trackCompletion({ rota, request, response }: ForwardedRequest, sending: ClientRequest): void {
  response.once('close', () => {
    rota.underWay.delete(request);
    // If the client disconnected, cancels the request to the replica.
    if (!response.writableFinished) sending.destroy();
  });
}

function forwardResponse(answer: IncomingMessage, { request, response }: ForwardedRequest): void {
  response.writeHead(answer.statusCode!, removeHopHeaders(answer.headers));
  response.flushHeaders();
  answer.pipe(response);
  // If the replica cut off the response, closes the client's connection, so that the client can detect the truncation.
  answer.once('close', () => {
    if (!answer.complete) response.destroy();
  });
  response.once('finish', () => dropRest(request));
}

/** Reads and discards the rest of the request body after an early response. */
function dropRest(request: IncomingMessage): void {
  if (request.complete) return;
  request.unpipe();
  request.resume();
}

function refuse({ request, response }: ForwardedRequest, status: 502 | 503, words: string): void {
  if (response.headersSent || response.destroyed) return;
  const headers = { 'content-type': 'text/plain', 'x-proxy': words };
  response.writeHead(status, status === 503 ? { ...headers, 'retry-after': '1' } : headers).end(words);
  response.once('finish', () => dropRest(request));
}

function removeHopHeaders<Headers extends NodeJS.Dict<string | string[]>>(headers: Headers): Headers {
  const {
    connection: _connection,
    'keep-alive': _keepAlive,
    'transfer-encoding': _coding,
    ...rest
  } = headers;
  return rest as Headers;
}
