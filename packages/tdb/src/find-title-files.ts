// Finds title files: a single file, or all title files in a folder and its subfolders.
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { detectTitleFormat, type TitleFormat } from './read-titles.ts';

export interface TitleFile {
  readonly path: string;
  readonly format: TitleFormat;
  readonly sizeBytes: number;
}

/** Path that does not exist, cannot be read, or is neither a file nor a folder. */
export interface UnreadablePath {
  readonly path: string;
  /** Reason. Completes a sentence that begins with the path. */
  readonly why: string;
}

interface PendingPath {
  readonly path: string;
  readonly depth: number;
  readonly linked: boolean;
}

const MAX_FOLDER_DEPTH = 40;

/**
 * Yields title files, sorted by name within each folder. In folders, finds .tdb, .xml and .properties files, also
 * gzipped (.gz). A file that is passed directly counts as `.tdb` text if it has another extension. Skips hidden files,
 * and does not follow symbolic links to folders.
 */
export async function* findTitleFiles(
  root: string,
  signal?: AbortSignal,
): AsyncGenerator<TitleFile | UnreadablePath, void, undefined> {
  const waiting: PendingPath[] = [{ path: root, depth: 0, linked: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    signal?.throwIfAborted();
    const { path, depth, linked } = next;
    const found = await inspectPath(path);
    if (!('inside' in found)) yield found;
    else if (linked) continue;
    else if (depth === MAX_FOLDER_DEPTH)
      yield { path, why: `has more than ${MAX_FOLDER_DEPTH} folders above it` };
    else {
      const inside = found.inside.filter(isFolderOrTitleFile).sort((a, b) => (a.name < b.name ? 1 : -1));
      // Pushes the names in descending order, because the stack is processed from its end.
      for (const entry of inside) {
        waiting.push({ path: join(path, entry.name), depth: depth + 1, linked: entry.isSymbolicLink() });
      }
    }
  }
}

async function inspectPath(
  path: string,
): Promise<TitleFile | UnreadablePath | { readonly inside: Dirent[] }> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return { inside: await readdir(path, { withFileTypes: true }) };
    if (!found.isFile()) return { path, why: 'is neither a file nor a folder' };
    return { path, format: detectTitleFormat(path) ?? 'tdb', sizeBytes: found.size };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { path, why: code === 'ENOENT' ? 'is not there' : `cannot be read (${code})` };
  }
}

function isFolderOrTitleFile(entry: Dirent): boolean {
  if (entry.name.startsWith('.')) return false;
  if (entry.isDirectory()) return true;
  return (entry.isFile() || entry.isSymbolicLink()) && detectTitleFormat(entry.name) !== undefined;
}
