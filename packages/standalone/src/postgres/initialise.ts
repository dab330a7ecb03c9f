// Creates a cluster with initdb. An interrupted initdb leaves no cluster.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, lchown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { chooseNamedAccount, type ServerAccount } from './account.ts';
import type { ClusterFolder } from './home.ts';
import { sendSignal as signalProcess } from './processes.ts';

export interface InitialiseOptions {
  readonly initdb: string;
  readonly home: ClusterFolder;
  readonly password: string;
  readonly unsafe: boolean;
  /** Stops initdb and removes its files when it aborts. */
  readonly signal: AbortSignal | undefined;
}

/** Creates `home/data` unless it already exists. */
export async function initialiseCluster(options: InitialiseOptions): Promise<void> {
  const { home, password } = options;
  const data = join(home.path, 'data');
  if (await isThere(join(data, 'PG_VERSION'))) return;
  const work = join(home.path, `new-${randomBytes(4).toString('hex')}`);
  const worker = home.account && chooseNamedAccount(home.account);
  try {
    await mkdir(work, { mode: 0o700 });
    await writeFile(join(work, 'password'), password, { mode: 0o600 });
    if (worker !== undefined) await changeOwner(work, worker);
    await runInitdb(options, work, worker);
    if (home.account !== undefined) await changeOwner(join(work, 'data'), home.account);
    await rename(join(work, 'data'), data);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

// One SCRAM iteration is enough, because the random password is too long to guess.
const fast = ['--no-sync', '--set=scram_iterations=1'];

async function runInitdb(
  { initdb, unsafe, signal }: InitialiseOptions,
  work: string,
  account: ServerAccount | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  const settings = [
    `--pgdata=${join(work, 'data')}`,
    '--username=postgres',
    `--pwfile=${join(work, 'password')}`,
  ];
  // Sorts text by code point on every machine, as with COLLATE "C".
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const options = ['--auth=scram-sha-256', '--no-instructions', ...(unsafe ? fast : [])];
  const child = spawn(initdb, [...settings, ...locale, ...options], {
    ...account,
    cwd: '/',
    env: makePostgresEnvironment(work),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Runs in a new session, like the server, so that Ctrl-C in the terminal reaches this process only.
    detached: true,
  });
  // Ends the whole process group, because initdb has child processes.
  const end = () => signalProcess(-child.pid!, 'SIGTERM');
  signal?.addEventListener('abort', end);
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  const [code, complaint] = await Promise.all([ended, text(child.stderr)]);
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
  if (code !== 0)
    throw new Error(`PostgreSQL could not be set up: ${explainInitdbFailure(complaint.trim())}`);
}

/** Returns the environment of initdb and of the server, without variables that would change their behaviour. */
export function makePostgresEnvironment(home: string): NodeJS.ProcessEnv {
  return { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

function explainInitdbFailure(complaint: string): string {
  if (!complaint.includes('could not look up effective user ID'))
    return complaint || 'initdb failed without a word';
  return `${complaint}. It needs a name for the user it runs as: add one to /etc/passwd, or name a PostgreSQL server (DATABASE_URL).`;
}

async function changeOwner(folder: string, { uid, gid }: ServerAccount): Promise<void> {
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
