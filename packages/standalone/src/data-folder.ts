// Opens the data folder: creates it, checks it, and locks it for this process. Ends processes that a killed earlier
// start left running.
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '@holdfast/service-kit/settings';
import { readSystemCode } from '@holdfast/service-kit/text';
import { formatAlreadyRunningMessage, formatUnfinishedRestoreMessage } from './format.ts';
import { type FolderLock, lockFolder } from './postgres/folder-lock.ts';
import {
  type AdministratorLogin,
  clearRunRecord,
  endOrphanedServices,
  identifyProcess,
  isProcessAlive,
  type RunRecord,
  readRunRecord,
  writeRunRecord,
} from './running/run-record.ts';
import { StartupError } from './startup-error.ts';

export interface DataFolder {
  readonly path: string;
  readonly logs: string;
  /** Folder of temporary upload files. Not needed in backups. */
  readonly spool: string;
  /** Folder of the services' audit logs. */
  readonly audit: string;
  /** True if the previous start was killed. Its processes may still be ending. */
  readonly wasCutOff: boolean;
  /**
   * Adds the services, the login and the users file of this node to the run record. The CLI finds the services in the
   * record. If this process is killed, the next start ends the recorded services.
   */
  running(node: RunningNodeParts): void;
  release(): void;
}

/** Content of a node's run record, without the identity of the standalone process. */
export interface RunningNodeParts {
  readonly services: RunRecord['services'];
  readonly login?: AdministratorLogin | undefined;
  readonly usersFile?: string | undefined;
  readonly certFile?: string | undefined;
}

/** Time that a busy operating system may take to end a killed process. */
export const PROCESS_ENDING_MS = 10_000;
/** Maximum time for the services of a killed earlier start to end. */
const GRACE_MS = 40_000;

/** Name of the marker file in a data folder whose restore is incomplete. */
export const UNFINISHED_RESTORE_FILE = 'restore-unfinished';

/** Opens the data folder. Throws `StartupError` if the folder is unusable, or if another process has locked it. */
export async function openDataFolder(say: (words: string) => void, path: string): Promise<DataFolder> {
  const logs = join(path, 'logs');
  if (existsSync(join(path, UNFINISHED_RESTORE_FILE)))
    throw new StartupError(formatUnfinishedRestoreMessage(path));
  await makeFolders(path, logs);
  const lock = await waitForFolderLock(path);
  if (lock === undefined)
    throw new StartupError(formatAlreadyRunningMessage(path, readRunRecord(path)?.standalone.pid));
  const left = readRunRecord(path);
  try {
    const ended = left === undefined ? [] : await endOrphanedServices(left, GRACE_MS);
    if (ended.length > 0)
      say(`The last start was cut off; what it left running was ended: ${ended.join(', ')}.`);
  } catch (error) {
    lock.release();
    throw error;
  }
  return toDataFolder(say, path, logs, lock, left !== undefined);
}

/** Waits for the lock of a killed process. The kernel releases it when the process's last thread has ended. */
async function waitForFolderLock(path: string): Promise<FolderLock | undefined> {
  const deadline = performance.now() + PROCESS_ENDING_MS;
  for (;;) {
    const lock = lockFolder(path);
    if (lock !== undefined || performance.now() > deadline) return lock;
    const left = readRunRecord(path);
    if (left === undefined || isProcessAlive(left.standalone)) return undefined;
    await sleep(100);
  }
}

function toDataFolder(
  say: (words: string) => void,
  path: string,
  logs: string,
  lock: FolderLock,
  wasCutOff: boolean,
): DataFolder {
  const running = ({ services, login, usersFile, certFile }: RunningNodeParts) => {
    const standalone = identifyProcess(process.pid);
    if (standalone === undefined) return;
    try {
      const known = {
        ...(login && { login }),
        ...(usersFile !== undefined && { usersFile }),
        ...(certFile !== undefined && { certFile }),
      };
      writeRunRecord(path, { standalone, services, ...known });
    } catch (error) {
      say(`What runs here could not be written down (${readSystemCode(error) ?? error}); it goes on.`);
    }
  };
  running({ services: {} });
  return {
    path,
    logs,
    spool: join(path, 'spool'),
    audit: join(path, 'audit'),
    wasCutOff,
    running,
    release() {
      clearRunRecord(path);
      lock.release();
    },
  };
}

async function makeFolders(path: string, logs: string): Promise<void> {
  try {
    await makeFolder(path);
    await makeFolder(logs, { mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    accessSync(logs, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = readSystemCode(error) ?? String(error);
    const why = REASONS.get(code) ?? code;
    throw new StartupError(`The data folder ${path} cannot be used (${why}). Choose another with DATA_DIR.`);
  }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['ENOENT', 'no folder can be made there'],
  ['ENOTDIR', 'a part of that path is no folder'],
  ['EROFS', 'its file system is read-only'],
  ['ENOSPC', 'the disk is full'],
]);
