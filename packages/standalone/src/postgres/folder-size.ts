// Measures the size of a folder.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the total size of the files in the folder and its subfolders. Skips unreadable files and folders. */
export async function measureFolderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const { size } = await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }));
    bytes += size;
  }
  return bytes;
}
