// Lock on a folder. The lock ensures that only one standalone process uses a data folder, and that only one process at
// a time starts PostgreSQL. The operating system releases the lock when its holder dies. Node has no flock, so SQLite
// locks an otherwise empty file.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface FolderLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/** Tries to lock `folder`. Returns undefined if another process holds the lock. */
export function lockFolder(folder: string): FolderLock | undefined {
  const file = join(folder, 'lock');
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
    // Makes the file readable by its owner only, because every process that can read it can lock it.
    chmodSync(file, 0o600);
  } catch (error) {
    database.close();
    if ((error as { errcode?: unknown }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
