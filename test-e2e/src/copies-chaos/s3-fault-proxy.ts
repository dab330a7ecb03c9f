// HTTP proxy that can make an S3 server slow, unavailable, read-only or full, and can corrupt the objects that it
// returns.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

export interface S3FaultProxy {
  /** Address of the proxy, used in place of the S3 server's address. */
  readonly endpoint: string;
  /** Delay of each response, in milliseconds. */
  delayMs: number;
  /** Kind of error with which the proxy refuses writes. */
  refusal: 'read-only' | 'full' | undefined;
  /** Whether the proxy corrupts about half of the objects that it returns. */
  hasWrongBytes: boolean;
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>;
  repair(): Promise<void>;
}

/** Error responses as Amazon S3 and MinIO send them. */
const REFUSALS = {
  'read-only': { status: 403, code: 'AccessDenied', message: 'Access Denied' },
  full: {
    status: 507,
    code: 'XMinioStorageFull',
    message: 'Storage backend has reached its minimum free drive',
  },
} as const;

export async function startS3FaultProxy(target: string, share: () => number): Promise<S3FaultProxy> {
  const server = createServer();
  const way = new S3FaultProxyServer(server, new URL(target), share);
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // Ignores errors, because the client or the S3 server may close its connection at any time.
    void way.pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await way.repair();
  return way;
}

class S3FaultProxyServer implements S3FaultProxy {
  delayMs = 0;
  refusal: S3FaultProxy['refusal'];
  hasWrongBytes = false;
  readonly #server: Server;
  readonly #target: URL;
  readonly #share: () => number;
  #port = 0;

  constructor(server: Server, target: URL, share: () => number) {
    this.#server = server;
    this.#target = target;
    this.#share = share;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async cut(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async repair(): Promise<void> {
    if (this.#server.listening) return;
    const listening = once(this.#server, 'listening');
    this.#server.listen(this.#port, '127.0.0.1');
    await listening;
    this.#port = (this.#server.address() as { port: number }).port;
  }

  async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (this.delayMs > 0) await sleep(this.delayMs);
    const { method = 'GET', url = '/' } = incoming;
    const refusal = this.#findRefusal(method);
    if (refusal) {
      incoming.resume();
      outgoing.writeHead(refusal.status, { 'content-type': 'application/xml' });
      const { code, message } = refusal;
      outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
      return;
    }
    const { expect: _, ...headers } = incoming.headers;
    const { hostname, port } = this.#target;
    const passed = request({ hostname, port, method, path: url, headers });
    passed.on('error', () => outgoing.destroy());
    incoming.on('error', () => passed.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    answer.on('error', () => outgoing.destroy());
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    if (this.#shouldCorrupt(method, url)) answer.pipe(createCorruptingTransform(this.#share)).pipe(outgoing);
    else answer.pipe(outgoing);
  }

  #findRefusal(method: string) {
    const writes =
      method === 'PUT' || method === 'POST' || (method === 'DELETE' && this.refusal === 'read-only');
    return writes && this.refusal !== undefined ? REFUSALS[this.refusal] : undefined;
  }

  /**
   * Decides whether to corrupt a response. Leaves the identity object intact, because the service would not use the
   * store without it.
   */
  #shouldCorrupt(method: string, url: string): boolean {
    if (!this.hasWrongBytes || method !== 'GET') return false;
    const { pathname, searchParams } = new URL(url, this.#target);
    const isObject = pathname.split('/').length > 2 && !searchParams.has('list-type');
    return isObject && !pathname.includes('/holdfast/') && this.#share() < 0.5;
  }
}

/** Changes one byte of each chunk. */
function createCorruptingTransform(share: () => number): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const changed = Buffer.from(chunk);
      const at = Math.floor(share() * changed.length);
      changed[at] = (changed[at] ?? 0) ^ 0x20;
      done(null, changed);
    },
  });
}
