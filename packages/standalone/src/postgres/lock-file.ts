// What a server writes into its data folder while it runs, and leaves there when it is killed: `postmaster.pid`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
  const content = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (content === undefined) return undefined;
  const [pid, , , port, socket = '', listening = '', , status] = content.split('\n');
  const onPort = listening.trim() === '' ? undefined : { port: Number(port) };
  return {
    pid: Number(pid),
    address: socket === '' ? onPort : { socket },
    ready: status?.trim() === 'ready',
  };
}
