// Origin server on a raw TCP socket. Parses request framing strictly according to RFC 9112 and counts the requests, to
// check that a proxy forwards each request as exactly one request. Each response identifies the request that caused it.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { addCleanup } from '../at-end.ts';

export interface CountedRequest {
  readonly method: string;
  readonly target: string;
  /** Header fields, by name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface CountingOrigin {
  readonly url: string;
  readonly requests: readonly CountedRequest[];
  /** Received bytes that are not a request, and requests whose framing is ambiguous. */
  readonly faults: readonly string[];
}

/**
 * Response header with the value of the request's query parameter `marker`. The response body also contains the value.
 */
export const MARKER_HEADER = 'x-marker';

/** Starts the server, which stops at the end of the test file. */
export async function startCountingOrigin(): Promise<CountingOrigin> {
  const requests: CountedRequest[] = [];
  const faults: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let held = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (held.length > 0 && isRequestLine(held)) return;
      if (held.length > 0) faults.push(`left over: ${JSON.stringify(held.toString('latin1').slice(0, 200))}`);
    });
    socket.on('data', (chunk) => {
      held = Buffer.concat([held, chunk]);
      try {
        for (let next = readRequest(held); next !== undefined; next = readRequest(held)) {
          held = held.subarray(next.bytes);
          requests.push(next.request);
          sendResponse(socket, next.request);
        }
      } catch (error) {
        faults.push((error as Error).message);
        held = Buffer.alloc(0);
        socket.destroy();
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  addCleanup(() => void server.close());
  addCleanup(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, faults };
}

/** Returns whether the bytes begin with a request line. The rest of the request may be missing after a disconnect. */
const isRequestLine = (held: Buffer): boolean =>
  /^[A-Z-]+ \/\S* HTTP\/1\.1\r\n/.test(held.toString('latin1'));

function readRequest(held: Buffer): { request: CountedRequest; bytes: number } | undefined {
  const end = held.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...fields] = held.toString('latin1', 0, end).split('\r\n');
  const [, method = '', target = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\/\S*) HTTP\/1\.1$/.exec(line) ?? [];
  if (method === '') throw new Error(`no request line: ${JSON.stringify(line.slice(0, 200))}`);
  const headers = new Map<string, string>();
  for (const field of fields) {
    const [, name = '', value = ''] = /^([^\s:]+):[ \t]*(.*?)[ \t]*$/.exec(field) ?? [];
    if (name === '') throw new Error(`no header field: ${JSON.stringify(field)}`);
    const key = name.toLowerCase();
    if (SINGLE.includes(key) && headers.has(key)) throw new Error(`${key} occurs twice`);
    headers.set(key, value);
  }
  const body = readBody(held.subarray(end + 4), headers);
  if (body === undefined) return undefined;
  return { request: { method, target, headers, body: body.text }, bytes: end + 4 + body.bytes };
}

const SINGLE = ['content-length', 'transfer-encoding', 'host'];

/** Parses a request body. Returns undefined if the body is still incomplete. */
function readBody(
  rest: Buffer,
  headers: ReadonlyMap<string, string>,
): { text: string; bytes: number } | undefined {
  const [length, coding] = [headers.get('content-length'), headers.get('transfer-encoding')];
  if (length !== undefined && coding !== undefined)
    throw new Error('both Content-Length and Transfer-Encoding');
  if (coding !== undefined) {
    if (coding !== 'chunked') throw new Error(`Transfer-Encoding: ${coding}`);
    return readChunks(rest);
  }
  if (length === undefined) return { text: '', bytes: 0 };
  if (!/^\d+$/.test(length)) throw new Error(`Content-Length: ${length}`);
  const bytes = Number(length);
  return rest.length < bytes ? undefined : { text: rest.toString('latin1', 0, bytes), bytes };
}

function readChunks(rest: Buffer): { text: string; bytes: number } | undefined {
  let [at, text] = [0, ''];
  for (;;) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const line = rest.toString('latin1', at, lineEnd);
    if (!/^[0-9a-f]+$/i.test(line)) throw new Error(`no chunk: ${JSON.stringify(line)}`);
    const bytes = Number.parseInt(line, 16);
    const next = lineEnd + 2 + bytes + 2;
    if (rest.length < next) return undefined;
    text += rest.toString('latin1', lineEnd + 2, next - 2);
    if (rest.toString('latin1', next - 2, next) !== '\r\n') throw new Error('no end of a chunk');
    at = next;
    if (bytes === 0) return { text, bytes: at };
  }
}

function sendResponse(socket: Socket, { method, target, headers }: CountedRequest): void {
  const marker = new URLSearchParams(target.split('?')[1] ?? '').get('marker') ?? 'none';
  const body = JSON.stringify({ marker });
  const isLast = headers.get('connection')?.toLowerCase() === 'close';
  const head = [
    'HTTP/1.1 200 OK',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `${MARKER_HEADER}: ${marker}`,
    ...(isLast ? ['Connection: close'] : []),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : body}`);
  if (isLast) socket.end();
}
