// A plain TCP client that can send malformed requests.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawClient {
  readonly socket: Socket;
  write(text: string | Buffer): void;
  /** Resolves to all text received, as soon as `fits` returns true for this text or the connection ends. */
  received(fits: (text: string) => boolean): Promise<string>;
  /** Resolves to all text received before the server closed the connection. */
  closed(): Promise<string>;
}

/** Connects to the port. `from` is the local address of the client, such as 127.0.0.2. */
export async function openRawClient(port: number, from?: string): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', ...(from !== undefined && { localAddress: from }) });
  let text = '';
  let over = false;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of waiting) look();
  };
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    wake();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    over = true;
    wake();
  });
  await once(socket, 'connect');
  const until = (fits: () => boolean): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!fits() && !over) return;
        waiting.delete(look);
        resolve(text);
      };
      waiting.add(look);
      look();
    });
  return {
    socket,
    write: (piece) => void socket.write(piece),
    received: (fits) => until(() => fits(text)),
    closed: () => until(() => false),
  };
}
