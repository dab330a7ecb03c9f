// Test helper: a small STOMP broker on a real socket. It supports transactions and can misbehave on demand.
import { once } from 'node:events';
import { createServer as createPlain, type Server, type Socket } from 'node:net';
import { createServer as createSecure, type TlsOptions } from 'node:tls';
import { addCleanup } from '@holdfast/testkit';
import type { BrokerAddress } from '../src/stomp/address.ts';

export interface ReceivedMessage {
  readonly destination: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Map in the body. */
  readonly map: Readonly<Record<string, string>>;
}

export interface Behaviour {
  /** Required passcode. If undefined, the broker accepts every client. */
  passcode?: string;
  /** Additional headers of the CONNECTED frame. */
  connected?: Readonly<Record<string, string>>;
  /** Bytes to send instead of the CONNECTED frame. */
  greeting?: string;
  /** Returns true for messages whose transaction the broker must refuse. */
  refuses?: (taken: ReceivedMessage) => boolean;
  /** Makes the broker accept the next transaction, but disconnect without sending the receipt. */
  forgetsReceipt?: boolean;
}

export interface TestBroker {
  readonly address: BrokerAddress;
  readonly taken: ReceivedMessage[];
  readonly behaviour: Behaviour;
  readonly connections: Set<Socket>;
  /** Received CONNECT frames. */
  readonly greetings: Readonly<Record<string, string>>[];
  /** Sends a message to all subscribers of the destination. */
  publish(destination: string, body: string): void;
  /** Resolves when the broker has received this many messages. */
  has(count: number): Promise<void>;
  /** Closes all client connections. */
  drop(): void;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startTestBroker(behaviour: Behaviour = {}, tls?: TlsOptions): Promise<TestBroker> {
  const taken: ReceivedMessage[] = [];
  const greetings: TestBroker['greetings'] = [];
  const connections = new Set<Socket>();
  const subscriptions: { socket: Socket; id: string; destination: string }[] = [];
  let resolveFrame = (): void => undefined;
  const serve = (socket: Socket): void => {
    connections.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => connections.delete(socket));
    const open = new Map<string, ReceivedMessage[]>();
    onFrames(socket, (command, headers, body) => {
      const answer = (frame: string): void => void socket.write(`${frame}\0\n`);
      const receipt = (): void => {
        if (headers.receipt !== undefined) answer(`RECEIPT\nreceipt-id:${headers.receipt}\n\n`);
      };
      const fail = (message: string): void => void socket.end(`ERROR\nmessage:${message}\n\nmore\0`);
      if (command === 'CONNECT') {
        greetings.push(headers);
        if (behaviour.greeting !== undefined) return void socket.write(behaviour.greeting);
        if (behaviour.passcode !== undefined && behaviour.passcode !== headers.passcode)
          return fail('Bad credentials\\c no');
        const said = { version: '1.2', 'heart-beat': '0,0', ...behaviour.connected };
        const lines = Object.entries(said).map(([name, value]) => `${name}:${value}\n`);
        return answer(`CONNECTED\n${lines.join('')}\n`);
      }
      if (command === 'BEGIN') open.set(headers.transaction!, []);
      if (command === 'SEND') {
        const { destination = '' } = headers;
        open.get(headers.transaction!)!.push({ destination, headers, map: mapOf(body) });
      }
      if (command === 'SUBSCRIBE')
        subscriptions.push({ socket, id: headers.id!, destination: headers.destination! });
      if (command === 'COMMIT') {
        const sent = open.get(headers.transaction!)!;
        if (behaviour.refuses !== undefined && sent.some(behaviour.refuses)) return fail('too odd');
        taken.push(...sent);
        resolveFrame();
        if (behaviour.forgetsReceipt) {
          behaviour.forgetsReceipt = false;
          return void socket.destroy();
        }
      }
      receipt();
      if (command === 'DISCONNECT') socket.end();
    });
  };
  let server: Server = serverOf(serve, tls);
  let port = 0;
  const broker: TestBroker = {
    get address() {
      return { host: '127.0.0.1', port, isSecure: tls !== undefined, text: `test broker ${port}` };
    },
    taken,
    greetings,
    behaviour,
    connections,
    publish(destination, body) {
      for (const { socket, id } of subscriptions.filter((one) => one.destination === destination)) {
        const frame = `MESSAGE\nsubscription:${id}\nmessage-id:1\ndestination:${destination}\n\n${body}\0\n`;
        if (!socket.destroyed) socket.write(frame);
      }
    },
    async has(count) {
      while (taken.length < count) {
        const { promise, resolve } = Promise.withResolvers<void>();
        resolveFrame = resolve;
        await promise;
      }
    },
    drop() {
      for (const socket of connections) socket.destroy();
    },
    async stop() {
      const closed = server.listening ? once(server, 'close') : undefined;
      server.close();
      broker.drop();
      await closed;
    },
    async start() {
      server = serverOf(serve, tls);
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      port = (server.address() as { port: number }).port;
    },
  };
  await broker.start();
  addCleanup(() => broker.stop());
  return broker;
}

function serverOf(serve: (socket: Socket) => void, tls: TlsOptions | undefined): Server {
  return tls === undefined
    ? createPlain(serve)
    : createSecure(tls, serve).on('tlsClientError', () => undefined);
}

type OnFrame = (command: string, headers: Readonly<Record<string, string>>, body: string) => void;

function onFrames(socket: Socket, onFrame: OnFrame): void {
  let held = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    held += chunk;
    for (let end = held.indexOf('\0'); end !== -1; end = held.indexOf('\0')) {
      const [head = '', ...body] = held.slice(0, end).replace(/^\n+/, '').split('\n\n');
      held = held.slice(end + 1);
      const [command = '', ...lines] = head.split('\n');
      const headers = lines.map((line) => [
        line.slice(0, line.indexOf(':')),
        line
          .slice(line.indexOf(':') + 1)
          .replaceAll('\\c', ':')
          .replaceAll('\\n', '\n'),
      ]);
      onFrame(command, Object.fromEntries(headers), body.join('\n\n'));
    }
  });
}

function mapOf(xml: string): Record<string, string> {
  const pairs = [...xml.matchAll(/<entry><string>(.*?)<\/string><string>(.*?)<\/string><\/entry>/gs)];
  const text = (one: string) =>
    one.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#13;', '\r').replaceAll('&amp;', '&');
  return Object.fromEntries(pairs.map(([, key, value]) => [text(key!), text(value!)]));
}
