// Creates the folder of a setting and its parents, one at a time. Node's recursive mkdir loops forever if a created
// folder does not exist afterwards, which happens under /proc.
import { mkdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface FolderOptions {
  /** Mode of the folder itself, not of its parents. */
  readonly mode?: number;
}

/** Creates the folder and its parents. Rejects with the system error. */
export async function makeFolder(path: string, options: FolderOptions = {}): Promise<void> {
  const makeOne = () => mkdir(path, options).catch(ignoreExisting);
  try {
    await makeOne();
  } catch (error) {
    await makeFolder(folderAbove(path, error));
    await makeOne();
  }
}

/** Synchronous version of `makeFolder`. Throws the system error. */
export function makeFolderSync(path: string): void {
  const makeOne = () => {
    try {
      mkdirSync(path);
    } catch (error) {
      ignoreExisting(error);
    }
  };
  try {
    makeOne();
  } catch (error) {
    makeFolderSync(folderAbove(path, error));
    makeOne();
  }
}

function ignoreExisting(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
}

/** Returns the parent folder if the error means that it is missing. Rethrows every other error. */
function folderAbove(path: string, error: unknown): string {
  const above = dirname(path);
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error;
  return above;
}
