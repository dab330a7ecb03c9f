// TCP proxy that can stop forwarding bytes, as if the server's network or disk hung: connections stay open.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface HangingProxy {
  /** Address of the proxy, used in place of the server's address. */
  readonly endpoint: string;
  /** Stops forwarding bytes. The proxy still accepts connections, but sends nothing. */
  hang(): void;
  close(): Promise<void>;
}

export async function startHangingProxy(target: string): Promise<HangingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isHanging = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
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
      socket.on('data', (chunk) => {
        if (!isHanging) other.write(chunk);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    hang: () => {
      isHanging = true;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
