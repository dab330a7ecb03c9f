// Who runs on a data folder: the standalone's pid, and those of the services it started with their addresses, kept in
// `running.json`, so that a later start can name the holder and end services that outlived a killed one, and so that the
// command line finds the services.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunningProcessId {
  readonly pid: number;
  /** When the process began, in the kernel's ticks since boot: tells it from a later one with the same pid. */
  readonly startTicks: string;
}
export interface RunningService extends RunningProcessId {
  /** Where it listens: `http://127.0.0.1:24610`. */
  readonly url: string;
}
export interface Login {
  readonly user: string;
  /** Absent when the password was given to `npm start` and is kept nowhere. */
  readonly passwordFile?: string;
}
export interface RunRecord {
  readonly standalone: RunningProcessId;
  /** By their names. */
  readonly services: Readonly<Record<string, RunningService>>;
  /** The administrator's, once it is known. */
  readonly login?: Login;
  /** The users file that the services read; absolute. */
  readonly usersFile?: string;
}
export interface RunningNode {
  /** Where each service that runs listens, by its name. */
  readonly urls: Readonly<Record<string, string>>;
  readonly login?: Login;
  /** The users file that the services read; absolute. */
  readonly usersFile?: string;
}

/** Reads what the last start wrote down; `undefined` when nothing readable is there. */
export function readRunRecord(folder: string): RunRecord | undefined {
  try {
    const record: unknown = JSON.parse(readFileSync(file(folder), 'utf8'));
    return isRunRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** The node that runs on the folder now, as far as that can be known for certain; undefined when none does. */
export function runningNode(folder: string): RunningNode | undefined {
  const record = readRunRecord(folder);
  if (record === undefined || !isAlive(record.standalone)) return undefined;
  const living = Object.entries(record.services).filter(
    ([, service]) => isAlive(service) && URL.canParse(service.url),
  );
  const urls = Object.fromEntries(living.map(([name, { url }]) => [name, url]));
  const { login, usersFile } = record;
  return { urls, ...(login && { login }), ...(usersFile !== undefined && { usersFile }) };
}

export function writeRunRecord(folder: string, record: RunRecord): void {
  // The command line may be reading it at this moment.
  const unfinished = `${file(folder)}.new`;
  writeFileSync(unfinished, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  renameSync(unfinished, file(folder));
}

export function clearRunRecord(folder: string): void {
  rmSync(file(folder), { force: true });
}

/** Names a living process, or `undefined` when there is none with this pid. */
export function identify(pid: number): RunningProcessId | undefined {
  try {
    // The command's name (field 2) may hold spaces and parentheses: count from its last parenthesis.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    return startTicks === undefined || state === 'Z' ? undefined : { pid, startTicks };
  } catch {
    return undefined;
  }
}

export function isAlive(process: RunningProcessId): boolean {
  return identify(process.pid)?.startTicks === process.startTicks;
}

/**
 * Ends services left by a standalone that was killed. They notice its death by themselves and are given
 * `graceMs` to finish what they are writing; what is still there then is killed.
 */
export async function endOrphans(record: RunRecord, graceMs: number): Promise<readonly string[]> {
  const orphans = Object.entries(record.services).filter(([, process]) => isAlive(process));
  for (const [, orphan] of orphans) signal(orphan, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  while (orphans.some(([, orphan]) => isAlive(orphan)) && Date.now() < deadline) await sleep(50);
  for (const [, orphan] of orphans) signal(orphan, 'SIGKILL');
  while (orphans.some(([, orphan]) => isAlive(orphan))) await sleep(20);
  return orphans.map(([name]) => name);
}

function signal(target: RunningProcessId, name: 'SIGTERM' | 'SIGKILL'): void {
  if (!isAlive(target)) return;
  try {
    process.kill(target.pid, name);
  } catch {
    // It ended by itself in between.
  }
}

const file = (folder: string) => join(folder, 'running.json');

function isRunRecord(value: unknown): value is RunRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { standalone, services } = value as Partial<RunRecord>;
  return (
    isProcessId(standalone) && typeof services === 'object' && Object.values(services).every(isProcessId)
  );
}

function isProcessId(value: unknown): value is RunningProcessId {
  const { pid, startTicks } = (value ?? {}) as Partial<RunningProcessId>;
  return Number.isSafeInteger(pid) && (pid ?? 0) > 1 && typeof startTicks === 'string';
}
