// Finds free ports on 127.0.0.1 for programs that are about to start. Operating systems assign ports from 32768
// upwards, so this file uses lower ones. Each Jest worker has its own block of ports, so no other program of the run
// takes a free port before the program that needs it can use it.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { readJestWorker } from './env.ts';

const LOWEST_PORT = 10_000;
const BLOCK_SIZE = 3_500;
const BLOCKS = 4;
const block = LOWEST_PORT + (readJestWorker() % BLOCKS) * BLOCK_SIZE;

// The start is random, because another run may use the same blocks.
let next = Math.floor(Math.random() * BLOCK_SIZE);

/** Returns the next free port of the block, so a test file never gets the same port twice. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < BLOCK_SIZE; tries += 1) {
    const port = block + next;
    next = (next + 1) % BLOCK_SIZE;
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no port is free from ${block} to ${block + BLOCK_SIZE - 1}`);
}

/** Returns true if nothing listens on the port. */
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
