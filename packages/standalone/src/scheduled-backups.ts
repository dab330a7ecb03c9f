// Runs `holdfast backup` every BACKUP_PERIOD. A failed backup is reported and retried, but does not stop the node.
import { spawn } from 'node:child_process';
import { closeSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLogFile, readLastLines } from './log-file.ts';

export interface BackupPlan {
  readonly periodMs: number;
  /** Destination: a folder, or a bucket as `s3:BUCKET/PREFIX`. */
  readonly place: string;
  /** Number of backups to keep. */
  readonly keep: number;
}

export interface BackupScheduleDeps {
  say(words: string): void;
  /** Unix time in milliseconds. */
  nowMs(): number;
  /** JavaScript file of the CLI. */
  readonly script: string;
  /** Settings of `npm start`, with which `holdfast backup` finds the node. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder against which relative paths are resolved. */
  readonly projectFolder: string;
  readonly logFile: string;
  /** File with the time of the last backup. */
  readonly noteFile: string;
}

export interface ScheduledBackups {
  /** Ends the schedule and stops a running backup. If the backup does not stop within `graceMs`, kills it. */
  stop(graceMs: number): Promise<void>;
}

/** Exit codes of successful backups. FINE: everything was copied. FOUND: everything except damaged objects. */
const FINE = 0;
const FOUND = 1;
const RETRY_MS = 3_600_000;
/** Maximum delay of one timer. Longer delays use several timers. */
const MAX_SLEEP_MS = 86_400_000;

/** Starts the schedule. Makes the first backup at once, unless `noteFile` contains the time of an earlier backup. */
export function scheduleBackups(deps: BackupScheduleDeps, plan: BackupPlan): ScheduledBackups {
  const stopping = new AbortController();
  const killing = new AbortController();
  const done = keepBackingUp(deps, plan, { stopping: stopping.signal, killing: killing.signal });
  return {
    async stop(graceMs) {
      stopping.abort();
      const tooLong = setTimeout(() => killing.abort(), graceMs);
      await done;
      clearTimeout(tooLong);
    },
  };
}

interface Signals {
  readonly stopping: AbortSignal;
  readonly killing: AbortSignal;
}

async function keepBackingUp(deps: BackupScheduleDeps, plan: BackupPlan, signals: Signals): Promise<void> {
  const lastMs = readLastBackupTime(deps.noteFile);
  // Ignore a time in the future: the clock was set back since.
  const isUsable = lastMs !== undefined && lastMs <= deps.nowMs();
  let dueMs = isUsable ? lastMs + plan.periodMs : Number.NEGATIVE_INFINITY;
  while (!signals.stopping.aborted) {
    const waitMs = Math.min(dueMs - deps.nowMs(), MAX_SLEEP_MS);
    if (waitMs > 0) {
      await sleep(waitMs, undefined, { signal: signals.stopping }).catch(() => undefined);
      continue;
    }
    const startedMs = deps.nowMs();
    const wasMade = await backUpOnce(deps, plan, signals);
    if (wasMade) recordBackupTime(deps, startedMs);
    dueMs = wasMade ? startedMs + plan.periodMs : deps.nowMs() + Math.min(RETRY_MS, plan.periodMs);
  }
}

async function backUpOnce(
  { say, script, environment, projectFolder, logFile }: BackupScheduleDeps,
  { place, keep }: BackupPlan,
  { stopping, killing }: Signals,
): Promise<boolean> {
  const log = openLogFile(logFile);
  const child = spawn(process.execPath, [script, 'backup', place, '--keep', String(keep), '--quiet'], {
    // Runs in a new session, like the services, so that Ctrl-C does not reach the command directly.
    detached: true,
    cwd: projectFolder,
    env: environment,
    stdio: ['ignore', log.descriptor, log.descriptor],
  });
  closeSync(log.descriptor);
  const interrupt = () => child.kill('SIGTERM');
  const kill = () => child.kill('SIGKILL');
  stopping.addEventListener('abort', interrupt);
  killing.addEventListener('abort', kill);
  const ending = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code ?? `signal ${signal}`));
  });
  stopping.removeEventListener('abort', interrupt);
  killing.removeEventListener('abort', kill);
  if (ending === FINE || stopping.aborted) return ending === FINE;
  const words = readLastLines(logFile, log.sizeBytes);
  const how = ending === FOUND ? 'Some objects could not be backed up' : `The backup failed (${ending})`;
  say([`${how}. The log is ${logFile}`, ...words.map((line) => `  ${line}`)].join('\n'));
  return ending === FOUND;
}

/** Returns the start time of the last backup. Undefined if the file is missing or unreadable; a backup is then due. */
function readLastBackupTime(file: string): number | undefined {
  try {
    const { startedMs } = JSON.parse(readFileSync(file, 'utf8')) as { startedMs?: unknown };
    return typeof startedMs === 'number' ? startedMs : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the time of the backup. If this fails, the next start makes a backup immediately. */
function recordBackupTime({ say, noteFile }: BackupScheduleDeps, startedMs: number): void {
  try {
    writeFileSync(noteFile, `${JSON.stringify({ startedMs })}\n`);
  } catch (error) {
    say(`The time of the backup could not be written down (${(error as Error).message}).`);
  }
}
