// The data folder: made, checked and taken for this process, with what a killed predecessor left running ended.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { alreadyRunning } from './format.ts';
import { type FolderLock, lockFolder } from './lock.ts';
import {
  clearRunRecord,
  endOrphans,
  identify,
  type RunRecord,
  readRunRecord,
  writeRunRecord,
} from './run-record.ts';
import { StartupError, systemCode } from './startup-error.ts';

export interface DataFolder {
  readonly path: string;
  readonly logs: string;
  /** Folder of uploads that must wait; nothing in it needs keeping. */
  readonly spool: string;
  /** Remembers which services run, for a later start to end should this process be killed. */
  running(services: RunRecord['services']): void;
  release(): void;
}

/** A service has so long to finish: more than the 30 s that it allows requests under way. */
export const GRACE_MS = 40_000;

/** Throws `StartupError` when it cannot be used or another standalone has it. */
export async function openDataFolder(say: (words: string) => void, path: string): Promise<DataFolder> {
  const logs = join(path, 'logs');
  makeFolders(path, logs);
  const lock = lockFolder(path);
  if (lock === undefined) throw new StartupError(alreadyRunning(path, readRunRecord(path)?.standalone.pid));
  try {
    const left = readRunRecord(path);
    const ended = left === undefined ? [] : await endOrphans(left, GRACE_MS);
    if (ended.length > 0)
      say(`The last start was cut off; what it left running was ended: ${ended.join(', ')}.`);
  } catch (error) {
    lock.release();
    throw error;
  }
  return held(path, logs, lock);
}

function held(path: string, logs: string, lock: FolderLock): DataFolder {
  const running = (services: RunRecord['services']) => {
    const standalone = identify(process.pid);
    if (standalone !== undefined) writeRunRecord(path, { standalone, services });
  };
  running({});
  return {
    path,
    logs,
    spool: join(path, 'spool'),
    running,
    release() {
      clearRunRecord(path);
      lock.release();
    },
  };
}

function makeFolders(path: string, logs: string): void {
  try {
    mkdirSync(path, { recursive: true });
    mkdirSync(logs, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    accessSync(logs, constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = systemCode(error) ?? String(error);
    throw new StartupError(`The data folder ${path} cannot be used (${why}). Choose another with DATA_DIR.`);
  }
}
