// Run record: the file `running.json` in a data folder. It contains the process IDs of the standalone process and its
// services, and the addresses of the services. The next start uses it to name the process that has locked the folder,
// and to end orphaned services. The CLI uses it to find the services.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunningProcessId {
  readonly pid: number;
  /**
   * Start time of the process, in kernel ticks since boot. Distinguishes the process from a later process with the same
   * ID.
   */
  readonly startTicks: string;
}
export interface RunningService extends RunningProcessId {
  /** Address, such as `http://127.0.0.1:24610`. */
  readonly url: string;
}
export interface AdministratorLogin {
  readonly user: string;
  /** Path of the file with the password. Undefined if ADMIN_PASSWORD is set; the password is then not stored. */
  readonly passwordFile?: string;
}
export interface RunRecord {
  readonly standalone: RunningProcessId;
  /** Services by name. */
  readonly services: Readonly<Record<string, RunningService>>;
  /** Administrator's login. Undefined until it is known. */
  readonly login?: AdministratorLogin;
  /** Absolute path of the users file that the services read. */
  readonly usersFile?: string;
  /** Absolute path of the services' TLS certificate. Undefined for plain HTTP. */
  readonly certFile?: string;
}
export interface RunningNode {
  /** Addresses of the running services by name. */
  readonly urls: Readonly<Record<string, string>>;
  readonly login?: AdministratorLogin;
  /** Absolute path of the users file that the services read. */
  readonly usersFile?: string;
  /** Absolute path of the services' TLS certificate. Undefined for plain HTTP. */
  readonly certFile?: string;
}

/** Reads the run record of a data folder. Returns undefined if the record is missing or unreadable. */
export function readRunRecord(folder: string): RunRecord | undefined {
  try {
    const record: unknown = JSON.parse(readFileSync(getRecordPath(folder), 'utf8'));
    return isRunRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the node that runs on the folder, or undefined if there is none. */
export function findRunningNode(folder: string): RunningNode | undefined {
  const record = readRunRecord(folder);
  if (record === undefined || !isProcessAlive(record.standalone)) return undefined;
  const living = Object.entries(record.services).filter(
    ([, service]) => isProcessAlive(service) && URL.canParse(service.url),
  );
  const urls = Object.fromEntries(living.map(([name, { url }]) => [name, url]));
  const { login, usersFile, certFile } = record;
  return {
    urls,
    ...(login && { login }),
    ...(usersFile !== undefined && { usersFile }),
    ...(certFile !== undefined && { certFile }),
  };
}

export function writeRunRecord(folder: string, record: RunRecord): void {
  // Renames a new file over the old one, because the CLI may be reading it.
  const unfinished = `${getRecordPath(folder)}.new`;
  writeFileSync(unfinished, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  renameSync(unfinished, getRecordPath(folder));
}

export function clearRunRecord(folder: string): void {
  rmSync(getRecordPath(folder), { force: true });
}

/** Returns the identity of a running process, or undefined if no process has this ID. */
export function identifyProcess(pid: number): RunningProcessId | undefined {
  try {
    // Counts fields from the last parenthesis, because the command name (field 2) may contain spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    return startTicks === undefined || state === 'Z' ? undefined : { pid, startTicks };
  } catch {
    return undefined;
  }
}

export function isProcessAlive(process: RunningProcessId): boolean {
  return identifyProcess(process.pid)?.startTicks === process.startTicks;
}

/** Ends services that a killed standalone process left running: sends SIGTERM, and SIGKILL after `graceMs`. */
export async function endOrphanedServices(record: RunRecord, graceMs: number): Promise<readonly string[]> {
  const orphans = Object.entries(record.services).filter(([, process]) => isProcessAlive(process));
  for (const [, orphan] of orphans) signalIfAlive(orphan, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  while (orphans.some(([, orphan]) => isProcessAlive(orphan)) && Date.now() < deadline) await sleep(50);
  for (const [, orphan] of orphans) signalIfAlive(orphan, 'SIGKILL');
  while (orphans.some(([, orphan]) => isProcessAlive(orphan))) await sleep(20);
  return orphans.map(([name]) => name);
}

function signalIfAlive(target: RunningProcessId, name: 'SIGTERM' | 'SIGKILL'): void {
  if (!isProcessAlive(target)) return;
  try {
    process.kill(target.pid, name);
  } catch {
    // Ignores the error: usually the process has ended in the meantime. The caller checks again until the deadline.
  }
}

const getRecordPath = (folder: string) => join(folder, 'running.json');

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
