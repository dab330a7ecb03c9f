// Lock on a folder. It allows only one standalone per data folder, and only one start of PostgreSQL at a time. The
// operating system releases the lock when the process that holds it dies. Node has no flock, so SQLite locks an
// otherwise empty file.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface FolderLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/** Locks `folder`. Returns undefined if another process holds the lock. */
export function lockFolder(folder: string): FolderLock | undefined {
  const file = join(folder, 'lock');
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
    // Only the owner may read the file, because anyone who can read it could lock it.
    chmodSync(file, 0o600);
  } catch (error) {
    database.close();
    if ((error as { errcode?: unknown }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
