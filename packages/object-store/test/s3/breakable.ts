// Test helper: a TCP proxy to a server. The test can cut and restore its connections, as if the network failed.
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export interface BreakableProxy {
  /** Address of the proxy. Use it in place of the server's address. */
  endpoint: string;
  break(): Promise<void>;
  repair(): Promise<void>;
  close(): Promise<void>;
}

export async function startBreakableProxy(endpoint: string): Promise<BreakableProxy> {
  const { hostname, port } = new URL(endpoint);
  const sockets = new Set<Socket>();
  const server = createServer((near) => join(near, connect(Number(port), hostname), sockets));
  await listen(server, 0);
  const own = (server.address() as { port: number }).port;
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    endpoint: `http://127.0.0.1:${own}`,
    break: cut,
    repair: () => listen(server, own),
    close: cut,
  };
}

function join(near: Socket, far: Socket, sockets: Set<Socket>): void {
  for (const [socket, other] of [
    [near, far],
    [far, near],
  ] as const) {
    sockets.add(socket);
    socket.on('error', () => other.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
    socket.pipe(other);
  }
}

async function listen(server: Server, port: number): Promise<void> {
  const listening = once(server, 'listening');
  server.listen(port, '127.0.0.1');
  await listening;
}
