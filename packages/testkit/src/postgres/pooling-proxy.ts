// Proxy that pools transactions, like PgBouncer with `pool_mode = transaction` and `ignore_startup_parameters`. Accepts
// every login, ignores session settings, and runs each transaction in any free session.
import { createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup } from '../at-end.ts';

export interface PoolingProxy {
  /** URL of the database through the proxy. */
  readonly url: string;
  close(): Promise<void>;
}

export interface PoolingOptions {
  /** Number of PostgreSQL sessions in the pool. Default 4. */
  readonly sessions?: number;
  /** Chooses the free session for the next transaction. Default: the most recently used session, like PgBouncer. */
  readonly order?: 'last used' | 'in turn';
}

interface Session {
  readonly stream: Duplex;
  /** Called with bytes that PostgreSQL sends. */
  receive: (bytes: Buffer) => void;
}

const SSL_REQUEST = 80_877_103;
const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
const TERMINATE = 'X'.charCodeAt(0);
/** Types of messages to which PostgreSQL responds with ReadyForQuery: Query and Sync. */
const ENDS_WITH_READY = new Set([...'QS'].map((letter) => letter.charCodeAt(0)));

export async function startPoolingProxy(
  databaseUrl: string,
  { sessions = 4, order = 'last used' }: PoolingOptions = {},
): Promise<PoolingProxy> {
  const pool = await openSessions(databaseUrl, sessions, order);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    serve(socket, pool);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const close = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await pool.close();
  };
  addCleanup(close);
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}`, search: '' }).href;
  return { url, close };
}

interface SessionPool {
  take(): Promise<Session>;
  give(session: Session): void;
  close(): Promise<void>;
}

async function openSessions(
  url: string,
  count: number,
  order: PoolingOptions['order'],
): Promise<SessionPool> {
  const database = openDatabase({
    url,
    poolSize: count,
    applicationName: 'pooling proxy',
    statementTimeoutMs: 0,
    onError: () => undefined,
  });
  const free: Session[] = [];
  const waiting: ((session: Session) => void)[] = [];
  for (let number = 0; number < count; number++) {
    const client = await database.pool.connect();
    const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
    const session: Session = { stream, receive: () => undefined };
    stream.removeAllListeners('data');
    stream.on('data', (bytes: Buffer) => session.receive(bytes));
    stream.on('error', () => undefined);
    free.push(session);
  }
  return {
    take: () => {
      const session = order === 'in turn' ? free.shift() : free.pop();
      if (session !== undefined) return Promise.resolve(session);
      return new Promise((resolve) => waiting.push(resolve));
    },
    give: (session) => {
      const next = waiting.shift();
      if (next === undefined) free.push(session);
      else next(session);
    },
    close: async () => {
      for (const { stream } of free) stream.destroy();
      await database.close(100).catch(() => undefined);
    },
  };
}

/** Serves one client connection. */
function serve(socket: Socket, pool: SessionPool): void {
  let isStarted = false;
  let session: Session | undefined;
  let isTaking = false;
  let unanswered = 0;
  const queued: Buffer[] = [];
  const fromServer = splitter(1, (message) => {
    socket.write(message);
    if (message[0] !== READY) return;
    unanswered--;
    if (message[5] !== IDLE || unanswered > 0 || session === undefined) return;
    const released = session;
    released.receive = () => undefined;
    session = undefined;
    pool.give(released);
    if (queued.length > 0) forward();
  });
  const forward = (): void => {
    if (session !== undefined) {
      for (const buildMessage of queued.splice(0)) session.stream.write(buildMessage);
      return;
    }
    if (isTaking) return;
    isTaking = true;
    void pool.take().then((taken) => {
      isTaking = false;
      taken.receive = fromServer;
      session = taken;
      forward();
    });
  };
  const fromClient = splitter(1, (message) => {
    if (message[0] === TERMINATE) return void socket.end();
    if (ENDS_WITH_READY.has(message[0]!)) unanswered++;
    queued.push(message);
    forward();
  });
  const greet = splitter(0, (message) => {
    if (message.readInt32BE(4) === SSL_REQUEST) return void socket.write('N');
    isStarted = true;
    socket.write(buildLoginMessages());
  });
  socket.on('data', (bytes) => (isStarted ? fromClient(bytes) : greet(bytes)));
  // Closes the session if the client disconnects during a transaction, as PgBouncer does.
  socket.on('close', () => session?.stream.destroy());
}

/** Splits the input into messages. `head` bytes precede the length field, whose value includes its own four bytes. */
function splitter(head: 0 | 1, onMessage: (message: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= head + 4) {
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return;
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      onMessage(message);
    }
  };
}

/** Returns the messages that complete a login: AuthenticationOk, parameters, key and ReadyForQuery. */
function buildLoginMessages(): Buffer {
  const parameters = { server_version: '18.0', client_encoding: 'UTF8', standard_conforming_strings: 'on' };
  return Buffer.concat([
    message('R', Buffer.alloc(4)),
    ...Object.entries(parameters).map(([name, value]) => message('S', Buffer.from(`${name}\0${value}\0`))),
    message('K', Buffer.alloc(8)),
    message('Z', Buffer.from('I')),
  ]);
}

function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}
