// Lists the keys of the objects in a folder, in byte order. Reads only those subfolders that may contain matching keys.
import { join } from 'node:path';
import { type Disk, toUndefinedIfMissing } from './disk.ts';
import { type FolderEntry, parseEntryName } from './names.ts';

export interface ListedKeyRange {
  prefix: Buffer;
  after: Buffer;
}

export interface FoundObject {
  key: string;
  path: string;
}

/** Yields keys that start with `prefix` and are greater than `after`. Holds one folder per level in memory. */
export async function* listFoundObjects(
  disk: Disk,
  folder: string,
  wanted: ListedKeyRange,
  above: Buffer = Buffer.alloc(0),
): AsyncGenerator<FoundObject> {
  for (const entry of await listEntries(disk, folder, wanted, above)) {
    const bytes = Buffer.concat([above, entry.bytes]);
    const path = join(folder, entry.name);
    if (entry.folder) yield* listFoundObjects(disk, path, wanted, bytes);
    else yield { key: bytes.toString(), path };
  }
}

/**
 * Returns the entries of a folder, sorted by the bytes that they add to keys. For a folder, these include `/`, so `a-`
 * sorts before the objects in `a/`.
 */
async function listEntries(
  disk: Disk,
  folder: string,
  wanted: ListedKeyRange,
  above: Buffer,
): Promise<FolderEntry[]> {
  const found = (await toUndefinedIfMissing(disk.readdir(folder, { withFileTypes: true }))) ?? [];
  const entries: FolderEntry[] = [];
  for (const each of found) {
    const entry = parseEntryName(each.name, each.isDirectory());
    if (entry && mayContainMatches(entry, above, wanted)) entries.push(entry);
  }
  return entries.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
}

function mayContainMatches(entry: FolderEntry, above: Buffer, { prefix, after }: ListedKeyRange): boolean {
  const bytes = Buffer.concat([above, entry.bytes]);
  const isBefore = Buffer.compare(bytes, after) <= 0;
  if (!entry.folder) return startsWith(bytes, prefix) && !isBefore;
  const inPrefix = startsWith(bytes, prefix) || startsWith(prefix, bytes);
  return inPrefix && (!isBefore || startsWith(after, bytes));
}

function startsWith(bytes: Buffer, beginning: Buffer): boolean {
  return (
    bytes.length >= beginning.length &&
    bytes.compare(beginning, 0, beginning.length, 0, beginning.length) === 0
  );
}
