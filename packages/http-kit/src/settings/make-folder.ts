// Makes a folder that a setting names.
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes it with all above it, unless it is there. One by one: where the system says of a folder to be made that it is
 * not there, as under /proc, Node's recursive mkdir tries for ever. Rejects with the system's error.
 */
export async function makeFolder(path: string, options: { readonly mode?: number } = {}): Promise<void> {
  try {
    await makeOne(path, options);
  } catch (error) {
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error;
    await makeFolder(above);
    await makeOne(path, options);
  }
}

async function makeOne(path: string, options: { readonly mode?: number }): Promise<void> {
  await mkdir(path, options).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
