// Ports on 127.0.0.1 for programs that are about to be started on them. Nobody listens there, and nobody else is led
// there meanwhile: systems take the ports of connections, and those of servers that listen anywhere, from 32768 up, and
// each of Jest's workers has a block of its own below.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { jestWorker } from './env.ts';

const LOWEST_PORT = 10_000;
const BLOCK_SIZE = 3_500;
const BLOCKS = 4;
const block = LOWEST_PORT + (jestWorker() % BLOCKS) * BLOCK_SIZE;

// Another run may be under way on this machine: it begins elsewhere.
let next = Math.floor(Math.random() * BLOCK_SIZE);

/** In turn, so that none is given twice in a test file. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < BLOCK_SIZE; tries += 1) {
    const port = block + next;
    next = (next + 1) % BLOCK_SIZE;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port is free from ${block} to ${block + BLOCK_SIZE - 1}`);
}

/** Whether nobody listens on it. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
