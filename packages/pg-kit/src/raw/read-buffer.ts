// The sockets of connections: each reads into one buffer of its own. By default Node gives every read a new piece of memory
// of 64 KiB, of which an answer takes a few hundred bytes: rubbish that must be looked for all the time.
import { Socket } from 'node:net';
import { takeRaw } from './row-tap.ts';

const BYTES = 64 * 1024;

/** For the driver's option `stream`. TLS reads by itself. */
export function connectionSocket({ ssl }: { readonly ssl?: unknown } = {}): Socket {
  if (ssl) return new Socket();
  const socket: Socket = new Socket({
    onread: {
      buffer: Buffer.allocUnsafeSlow(BYTES),
      callback: (length, { buffer, byteOffset }) => {
        const read = Buffer.from(buffer, byteOffset, length);
        return takeRaw(socket, read) || socket.push(Buffer.from(read));
      },
    },
  });
  return socket;
}
