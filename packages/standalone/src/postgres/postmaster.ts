// Starts and stops one PostgreSQL server process. It runs in a new session, so that Ctrl-C in the terminal reaches only
// this process, which then stops the server in order.
import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterFolder } from './home.ts';
import { makePostgresEnvironment } from './initialise.ts';
import { readServerLock } from './lock-file.ts';
import { killProcessTree, sendSignal, waitUntilGone } from './processes.ts';

export interface Postmaster {
  readonly pid: number;
  readonly exited: Promise<void>;
}

/** Reasons for a failed start to which the caller can respond. */
export type PostmasterRefusal = 'port taken' | 'already running' | 'predecessor still ending';

const START_TIMEOUT_MS = 600_000;
const MAX_LOG_BYTES = 10_000_000;

export async function startPostmaster(
  postgres: string,
  serverArguments: string[],
  home: ClusterFolder,
  log: (sentence: string) => void,
): Promise<Postmaster | PostmasterRefusal> {
  const child = await spawnServer(postgres, serverArguments, home);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = await waitUntilReady(child, join(home.path, 'data'), log);
  return ready ? { pid: child.pid!, exited } : parseRefusal(await readLastLogLines(home, child.pid!));
}

/**
 * Requests a fast shutdown, which ends all sessions and writes all data. Sends stronger signals if that takes too long.
 */
export async function stopPostmaster(pid: number): Promise<void> {
  sendSignal(pid, 'SIGINT');
  if (await waitUntilGone(pid, 30_000)) return;
  sendSignal(pid, 'SIGQUIT'); // immediate shutdown: as safe as a crash
  if (await waitUntilGone(pid, 10_000)) return;
  await killProcessTree(pid);
}

async function spawnServer(
  postgres: string,
  serverArguments: string[],
  home: ClusterFolder,
): Promise<ChildProcess> {
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
      env: makePostgresEnvironment(home.path),
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return child;
  } finally {
    await output.close();
  }
}

/** Waits for the server. Returns true when it is ready, or false if its process has ended. */
async function waitUntilReady(
  child: ChildProcess,
  data: string,
  log: (sentence: string) => void,
): Promise<boolean> {
  const started = performance.now();
  let nextSentenceMs = 10_000;
  while (child.exitCode === null && child.signalCode === null) {
    const lock = await readServerLock(data);
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

function parseRefusal(words: string): PostmasterRefusal {
  if (words.includes('Address already in use')) return 'port taken';
  if (/lock file "(postmaster\.pid|.*\.s\.PGSQL\.\d+\.lock)" already exists/.test(words))
    return 'already running';
  if (words.includes('pre-existing shared memory block')) return 'predecessor still ending';
  throw new Error(`PostgreSQL did not start: ${words || 'it ended without a word'}`);
}

/** Returns the last log lines of this server process, because the log file also contains lines of other processes. */
async function readLastLogLines(home: ClusterFolder, pid: number): Promise<string> {
  const lines = (await readFile(join(home.path, 'server.log'), 'utf8')).split('\n');
  return lines
    .filter((line) => line.includes(`[${pid}]`) || !/^\d{4}-/.test(line))
    .slice(-12)
    .join('\n')
    .trim();
}
