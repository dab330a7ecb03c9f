// Makes a folder that a setting names, with all above it, unless it is there. One by one: where the system says of a
// folder to be made that it is not there, as under /proc, Node's recursive mkdir tries for ever.
import { mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface FolderOptions {
  /** Of the folder itself, not of those above it. */
  readonly mode?: number;
}

/** Rejects with the system's error. */
export async function makeFolder(path: string, options: FolderOptions = {}): Promise<void> {
  const makeOne = () => mkdir(path, options).catch(unlessThere);
  try {
    await makeOne();
  } catch (error) {
    await makeFolder(folderAbove(path, error));
    await makeOne();
  }
}

/** The same for a thread that has nothing else to do meanwhile. Throws the system's error. */
export function makeFolderSync(path: string): void {
  const makeOne = () => {
    try {
      mkdirSync(path);
    } catch (error) {
      unlessThere(error);
    }
  };
  try {
    makeOne();
  } catch (error) {
    makeFolderSync(folderAbove(path, error));
    makeOne();
  }
}

function unlessThere(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
}

/** Throws the error when it does not say that the folder above is missing. */
function folderAbove(path: string, error: unknown): string {
  const above = dirname(path);
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error;
  return above;
}
