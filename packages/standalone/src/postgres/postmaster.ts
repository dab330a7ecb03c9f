// One server process: started, waited for, ended. It runs in a session of its own, so that a Ctrl-C in the terminal
// reaches us alone and the order of stopping is ours.
import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Home } from './home.ts';
import { serverEnvironment } from './initialise.ts';
import { readLock } from './lock-file.ts';
import { killFamily, signal, waitUntilGone } from './processes.ts';

export interface Postmaster {
  readonly pid: number;
  readonly exited: Promise<void>;
}

/** Why a server did not come up, where something can be done about it. */
export type Refusal = 'port taken' | 'already running' | 'predecessor still ending';

const START_TIMEOUT_MS = 600_000;
const MAX_LOG_BYTES = 10_000_000;

export async function startPostmaster(
  postgres: string,
  serverArguments: string[],
  home: Home,
  log: (sentence: string) => void,
): Promise<Postmaster | Refusal> {
  const child = await spawnServer(postgres, serverArguments, home);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = await waitUntilReady(child, join(home.path, 'data'), log);
  return ready ? { pid: child.pid!, exited } : refusalOf(await lastWords(home, child.pid!));
}

/** Fast shutdown: ends sessions, writes everything down. Then, if it takes too long, harder ways. */
export async function stopPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await waitUntilGone(pid, 30_000)) return;
  signal(pid, 'SIGQUIT'); // immediate shutdown: as safe as a crash
  if (await waitUntilGone(pid, 10_000)) return;
  await killFamily(pid);
}

async function spawnServer(postgres: string, serverArguments: string[], home: Home): Promise<ChildProcess> {
  const file = join(home.path, 'server.log');
  const size = await stat(file).then(
    (info) => info.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(file, `${file}.1`);
  const output = await open(file, 'a', 0o600);
  try {
    const child = spawn(postgres, serverArguments, {
      ...home.account,
      cwd: '/',
      env: serverEnvironment(home.path),
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return child;
  } finally {
    await output.close();
  }
}

/** False when the process ended instead. */
async function waitUntilReady(
  child: ChildProcess,
  data: string,
  log: (sentence: string) => void,
): Promise<boolean> {
  const started = performance.now();
  let nextSentenceMs = 10_000;
  while (child.exitCode === null && child.signalCode === null) {
    const lock = await readLock(data);
    if (lock?.pid === child.pid && lock?.ready) return true;
    const waitedMs = performance.now() - started;
    if (waitedMs > START_TIMEOUT_MS) {
      await stopPostmaster(child.pid!);
      throw new Error(`PostgreSQL was not ready after ${START_TIMEOUT_MS / 60_000} minutes.`);
    }
    if (waitedMs > nextSentenceMs) {
      log(
        `PostgreSQL is still starting (${Math.round(waitedMs / 1000)} s); after a crash it first repeats what was lost.`,
      );
      nextSentenceMs += 10_000;
    }
    await sleep(15);
  }
  return false;
}

function refusalOf(words: string): Refusal {
  if (words.includes('Address already in use')) return 'port taken';
  if (/lock file "(postmaster\.pid|.*\.s\.PGSQL\.\d+\.lock)" already exists/.test(words))
    return 'already running';
  if (words.includes('pre-existing shared memory block')) return 'predecessor still ending';
  throw new Error(`PostgreSQL did not start: ${words || 'it ended without a word'}`);
}

/** The last lines that this process logged: others may have written to the same file. */
async function lastWords(home: Home, pid: number): Promise<string> {
  const lines = (await readFile(join(home.path, 'server.log'), 'utf8')).split('\n');
  return lines
    .filter((line) => line.includes(`[${pid}]`) || !/^\d{4}-/.test(line))
    .slice(-12)
    .join('\n')
    .trim();
}
