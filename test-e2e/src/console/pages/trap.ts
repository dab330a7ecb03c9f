// Server that hostile captures try to contact. Counts connections and not only requests, because browsers may connect
// to a server without sending anything.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { addCleanup } from '@holdfast/testkit';

export interface ConnectionTrap {
  /** URL of the server, which ends with `/`. */
  readonly url: string;
  readonly connections: number;
}

/** Starts the server, which runs until the end of the test file. */
export async function startConnectionTrap(): Promise<ConnectionTrap> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    get connections() {
      return connections;
    },
  };
}
