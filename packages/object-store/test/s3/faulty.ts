// Test helper: an HTTP proxy to an S3 server. It drops, truncates or replaces responses.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { Transform } from 'node:stream';

/** Fault of one request. The test chooses the requests. */
export type RequestFault =
  | 'pass'
  /** The server executes the request, but its response is lost. */
  | 'loseAnswer'
  /** The connection breaks after the headers and half of the body of the response. */
  | 'cutBody'
  /** One bit of the body is flipped before it reaches the server. */
  | 'flipBit'
  /** The server responds to a GET with a range as if it did not support ranges. */
  | 'ignoreRange'
  /** The request does not reach the server. If `code` is undefined, the error response has no body. */
  | { status: number; code?: string };

export interface FaultyProxy {
  endpoint: string;
  /** Called for each request. `line`: method, path and query. */
  decide(line: string, request: IncomingMessage): RequestFault;
  close(): Promise<void>;
}

export async function startFaultyProxy(endpoint: string): Promise<FaultyProxy> {
  const server = createServer((from, to) => {
    const fate = way.decide(`${from.method} ${from.url}`, from);
    if (fate === 'ignoreRange') answerWhole(from, to);
    else if (typeof fate === 'object') answer(from, to, fate);
    else forward(endpoint, from, to, fate);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const way: FaultyProxy = {
    endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    decide: () => 'pass',
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return way;
}

function answer(
  from: IncomingMessage,
  to: ServerResponse,
  { status, code }: { status: number; code?: string },
) {
  from.resume();
  from.on('end', () => {
    const body = `<Error><Code>${code}</Code><Message>on purpose</Message></Error>`;
    to.writeHead(status, { 'content-type': 'application/xml' });
    to.end(from.method === 'HEAD' || code === undefined ? undefined : body);
  });
}

function forward(endpoint: string, from: IncomingMessage, to: ServerResponse, fate: RequestFault): void {
  const onward = request(endpoint + from.url, { method: from.method ?? 'GET', headers: from.headers });
  onward.on('error', () => to.destroy());
  onward.on('response', (answered) => {
    if (fate === 'loseAnswer') {
      answered.resume();
      answered.on('end', () => from.socket.destroy());
      return;
    }
    to.writeHead(answered.statusCode ?? 500, answered.headers);
    if (fate === 'cutBody') cutHalfway(answered, to, from);
    else answered.pipe(to);
  });
  if (fate === 'flipBit') from.pipe(flippingBit()).pipe(onward);
  else from.pipe(onward);
}

/** Flips a bit in the last byte of the first chunk. */
function flippingBit(): Transform {
  let flipped = false;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (!flipped) chunk[chunk.length - 1] = (chunk.at(-1) ?? 0) ^ 1;
      flipped = true;
      done(null, chunk);
    },
  });
}

/** Responds with a thousand bytes, regardless of the requested range. */
function answerWhole(from: IncomingMessage, to: ServerResponse): void {
  from.resume();
  to.writeHead(200, { 'content-length': 1000 });
  to.end(Buffer.alloc(1000));
}

function cutHalfway(answered: IncomingMessage, to: ServerResponse, from: IncomingMessage): void {
  let left = Number(answered.headers['content-length']) / 2;
  answered.on('data', (chunk: Buffer) => {
    if (left <= 0) return;
    to.write(chunk.subarray(0, left), () => {
      if (left <= 0) from.socket.destroy();
    });
    left -= chunk.length;
  });
}
