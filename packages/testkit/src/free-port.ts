// Finds free ports on 127.0.0.1 for programs under test. Uses ports below 32768, because operating systems assign
// higher ones to other programs. Each Jest worker has its own block of ports, so that another worker cannot take a free
// port before the program binds it.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { readJestWorker } from './env.ts';

// `fetch` refuses port 10080.
const LOWEST_PORT = 10_100;
const BLOCK_SIZE = 3_500;
const BLOCKS = 4;
const block = LOWEST_PORT + (readJestWorker() % BLOCKS) * BLOCK_SIZE;

// Starts at a random port, because another run may use the same blocks.
let next = Math.floor(Math.random() * BLOCK_SIZE);

/** Returns the next free port of the worker's block. Repeats a port only after the whole block was used. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < BLOCK_SIZE; tries += 1) {
    const port = block + next;
    next = (next + 1) % BLOCK_SIZE;
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no port is free from ${block} to ${block + BLOCK_SIZE - 1}`);
}

/** Returns whether the port is free. */
export async function isPortFree(port: number): Promise<boolean> {
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
