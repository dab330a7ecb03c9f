// The locks of a running server, which it leaves behind when it is killed: `postmaster.pid` in its data folder, which also
// says where it listens, and one beside its socket.
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A socket is named after a port, too. */
export const SOCKET_PORT = 5432;

/** Where a server listens: in a folder with its socket in it, or on a port of 127.0.0.1. */
export type Address = { readonly socket: string } | { readonly port: number };

export interface ServerLock {
  readonly pid: number;
  /** Undefined: it has only just been started, and listens nowhere yet. */
  readonly address: Address | undefined;
  readonly ready: boolean;
}

/** Reads what a server of this data folder, running or not, last wrote. */
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

/** The lock beside the socket in `folder`. */
export function socketLockFile(folder: string): string {
  return join(folder, `.s.PGSQL.${SOCKET_PORT}.lock`);
}

/** Time that a server has between creating its lock and writing its process id there. */
const WRITING_MS = 1_000;

/**
 * Removes the lock if `isStale` holds for the process id in it, or if a server was killed before it wrote one. A lock that
 * another server wrote meanwhile stays.
 */
export async function removeLockOf(isStale: (pid: number) => boolean, file: string): Promise<void> {
  const isLeftOver = (content: string) => content.trim() === '' || isStale(processIdIn(content));
  const content = await writtenContent(file);
  if (content === undefined || !isLeftOver(content)) return;
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  await rename(file, aside).catch(ignore('ENOENT'));
  // Another starter may have put its own lock there since it was read.
  const removed = await writtenContent(aside);
  if (removed !== undefined && !isLeftOver(removed))
    await link(aside, file).catch(ignore('ENOENT', 'EEXIST'));
  await rm(aside, { force: true });
}

/** Waits for a server that has created its lock and not written to it yet, also when the lock was renamed meanwhile. */
async function writtenContent(file: string): Promise<string | undefined> {
  const content = await contentOf(file);
  if (content?.trim() !== '') return content;
  await sleep(WRITING_MS);
  return contentOf(file);
}

async function contentOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}

/** The process id of a server without a postmaster, as initdb starts one, is negative. */
function processIdIn(content: string): number {
  return Math.abs(Number.parseInt(content, 10));
}

function ignore(...codes: readonly string[]) {
  return (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}
