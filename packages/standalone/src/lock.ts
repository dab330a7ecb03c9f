// One standalone per data folder. The lock is one that the operating system lets go of when its holder dies, however
// it dies: Node has no flock of its own, so it is the lock SQLite takes on its (otherwise empty) file.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface FolderLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/** The lock on `folder`, or `undefined` when another process holds it. */
export function lockFolder(folder: string): FolderLock | undefined {
  const database = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: unknown }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
