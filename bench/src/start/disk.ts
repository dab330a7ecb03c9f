// Measures the disk usage of folders.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the bytes of all disk blocks of the files below the paths. Counts a file with several hard links once. */
export function measureDiskBytes(paths: readonly string[]): number {
  const seen = new Set<number>();
  let bytes = 0;
  const left = [...paths];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined || seen.has(stat.ino)) continue;
    seen.add(stat.ino);
    bytes += stat.blocks * 512;
    if (stat.isDirectory()) for (const name of readdirSync(path)) left.push(join(path, name));
  }
  return bytes;
}
