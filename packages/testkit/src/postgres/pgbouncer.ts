// Starts PgBouncer in front of a PostgreSQL server, if it is installed. It reads passwords from the server, so roles
// that are created later can also log in.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../free-port.ts';

export interface PgbouncerSettings {
  readonly mode: 'transaction' | 'session' | 'statement';
  /** Additional lines for the section `[pgbouncer]`. */
  readonly more?: string;
}

export interface Pgbouncer {
  /** URL of the same database through PgBouncer. */
  readonly url: string;
  stop(): Promise<void>;
  /** Kills PgBouncer without waiting until it has ended. */
  kill(): void;
}

const START_TIMEOUT_MS = 10_000;

/** Returns the path of PgBouncer, or undefined if it is not installed. */
export function findPgbouncer(): string | undefined {
  return ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));
}

/** Starts PgBouncer in front of the server in `serverUrl`. Its files and its log are in a subfolder of `folder`. */
export async function startPgbouncer(
  serverUrl: string,
  folder: string,
  { mode, more = '' }: PgbouncerSettings,
): Promise<Pgbouncer> {
  const program = findPgbouncer();
  if (program === undefined) throw new Error('PgBouncer is not installed');
  const { username, password, port: serverPort } = new URL(serverUrl);
  const [own, port] = [join(folder, 'pgbouncer'), await findFreePort()];
  await mkdir(own);
  await writeFile(join(own, 'users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`);
  const file = join(own, 'pgbouncer.ini');
  const log = join(own, 'pgbouncer.log');
  await writeFile(
    file,
    `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(own, 'users.txt')}
auth_user = ${username}
auth_query = select rolname, rolpassword from pg_authid where rolname = $1
pool_mode = ${mode}
max_client_conn = 500
logfile = ${log}
${more}
`,
  );
  const asRoot = process.getuid?.() === 0;
  // PgBouncer refuses to run as root. Its user must be able to read the files and to create the log.
  if (asRoot) await Promise.all([chmod(folder, 0o755), chmod(own, 0o777)]);
  const child = spawn(program, [...(asRoot ? ['-u', 'nobody'] : []), '-q', file], { stdio: 'ignore' });
  await waitForPort(child, port, log);
  const url = new URL(serverUrl);
  url.port = String(port);
  return {
    url: url.href,
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function waitForPort(child: ChildProcess, port: number, log: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`PgBouncer did not start; see ${log}`);
    }
    await sleep(50);
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
