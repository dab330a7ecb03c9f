// Measures the size of a folder.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the bytes of all files in the folder and its subfolders. Skips what cannot be read. */
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
