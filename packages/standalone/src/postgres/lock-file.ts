// Lock files of a PostgreSQL server: `postmaster.pid` in the data folder, which also contains the server's address, and
// a lock file next to the server's socket. If the server is killed, both files remain.
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Port number in the file name of the socket. */
export const SOCKET_PORT = 5432;

/** Address of a server: the folder of its socket, or a port on 127.0.0.1. */
export type PostgresAddress = { readonly socket: string } | { readonly port: number };

export interface ServerLock {
  readonly pid: number;
  /** Address of the server. Undefined if the server is starting and does not yet listen. */
  readonly address: PostgresAddress | undefined;
  readonly ready: boolean;
}

/** Reads `postmaster.pid` in a data folder. The server need not be running any more. */
export async function readServerLock(data: string): Promise<ServerLock | undefined> {
  const content = await readContentIfPresent(join(data, 'postmaster.pid'));
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

/** Maximum time between the creation of a lock file and the moment when it contains a process ID. */
const WRITING_MS = 1_000;

/**
 * Removes a lock file that a killed server left: one that stays empty, or whose process ID is stale according to
 * `isStale`. Never removes a lock file that another server writes meanwhile.
 */
export async function removeStaleLock(isStale: (pid: number) => boolean, file: string): Promise<void> {
  const isLeftOver = (content: string) => content.trim() === '' || isStale(processIdIn(content));
  const content = await readWrittenContent(file);
  if (content === undefined || !isLeftOver(content)) return;
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  await rename(file, aside).catch(ignoreErrorCodes('ENOENT'));
  // Restores the renamed file if it is a new lock file: another process may have replaced the file after it was read.
  const removed = await readWrittenContent(aside);
  if (removed !== undefined && !isLeftOver(removed))
    await link(aside, file).catch(ignoreErrorCodes('ENOENT', 'EEXIST'));
  await rm(aside, { force: true });
}

/** Reads a lock file. If it is empty, waits until the server has written its process ID, even to a renamed file. */
async function readWrittenContent(file: string): Promise<string | undefined> {
  const content = await readContentIfPresent(file);
  if (content?.trim() !== '') return content;
  await sleep(WRITING_MS);
  return readContentIfPresent(file);
}

async function readContentIfPresent(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}

/** Returns the process ID. A server without a postmaster, as started by initdb, writes a negative number. */
function processIdIn(content: string): number {
  return Math.abs(Number.parseInt(content, 10));
}

function ignoreErrorCodes(...codes: readonly string[]) {
  return (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}
