// Lock files of a running server. `postmaster.pid` is in the data folder and also contains the server's address. The
// other lock file is next to the server's socket. Both files remain when the server is killed.
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Port number in the name of the socket. */
export const SOCKET_PORT = 5432;

/** Address of a server: a folder with its socket, or a port of 127.0.0.1. */
export type PostgresAddress = { readonly socket: string } | { readonly port: number };

export interface ServerLock {
  readonly pid: number;
  /** Address of the server. Undefined if the server has just started and does not listen yet. */
  readonly address: PostgresAddress | undefined;
  readonly ready: boolean;
}

/** Reads the lock file of the server on this data folder. The server may have ended since it wrote the file. */
export async function readLock(data: string): Promise<ServerLock | undefined> {
  const content = await contentOf(join(data, 'postmaster.pid'));
  if (content === undefined) return undefined;
  const [pid, , , port, socket = '', listening = '', , status] = content.split('\n');
  const onPort = listening.trim() === '' ? undefined : { port: Number(port) };
  return {
    pid: Number(pid),
    address: socket === '' ? onPort : { socket },
    ready: status?.trim() === 'ready',
  };
}

/** Returns the path of the lock file next to the socket in `folder`. */
export function getSocketLockPath(folder: string): string {
  return join(folder, `.s.PGSQL.${SOCKET_PORT}.lock`);
}

/** Maximum time between the creation of a lock file and the writing of its process ID. */
const WRITING_MS = 1_000;

/**
 * Removes the lock file if `isStale` returns true for its process ID, or if its server was killed before it wrote one.
 * Keeps a lock file that another server has written in the meantime.
 */
export async function removeStaleLock(isStale: (pid: number) => boolean, file: string): Promise<void> {
  const isLeftOver = (content: string) => content.trim() === '' || isStale(processIdIn(content));
  const content = await writtenContent(file);
  if (content === undefined || !isLeftOver(content)) return;
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  await rename(file, aside).catch(ignore('ENOENT'));
  // Another process may have created a new lock file since this one was read.
  const removed = await writtenContent(aside);
  if (removed !== undefined && !isLeftOver(removed))
    await link(aside, file).catch(ignore('ENOENT', 'EEXIST'));
  await rm(aside, { force: true });
}

/** Waits for a server that has created its lock file but not yet written to it, even if the file was renamed. */
async function writtenContent(file: string): Promise<string | undefined> {
  const content = await contentOf(file);
  if (content?.trim() !== '') return content;
  await sleep(WRITING_MS);
  return contentOf(file);
}

async function contentOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}

/** A server without a postmaster, as started by initdb, writes a negative process ID. */
function processIdIn(content: string): number {
  return Math.abs(Number.parseInt(content, 10));
}

function ignore(...codes: readonly string[]) {
  return (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}
