// Files that hold titles: one that is named, or all in a folder and the folders in it.
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type TitleFormat, titleFormatOf } from './read-titles.ts';

export interface TitleFile {
  readonly path: string;
  readonly format: TitleFormat;
  readonly sizeBytes: number;
}

/** A path that is not there, cannot be read or is no place for titles. */
export interface UnreadablePlace {
  readonly path: string;
  /** The end of a sentence that begins with the path. */
  readonly why: string;
}

interface Waiting {
  readonly path: string;
  readonly depth: number;
  readonly linked: boolean;
}

const MAX_FOLDER_DEPTH = 40;

/**
 * In the order of names, folder by folder. A file that is named itself is taken for `.tdb` text when its name says
 * nothing; in folders only names that end in .tdb, .xml or .properties, or one of these and .gz, count, and hidden ones do
 * not. Links to folders are not followed.
 */
export async function* findTitleFiles(
  root: string,
  signal?: AbortSignal,
): AsyncGenerator<TitleFile | UnreadablePlace, void, undefined> {
  const waiting: Waiting[] = [{ path: root, depth: 0, linked: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    signal?.throwIfAborted();
    const { path, depth, linked } = next;
    const found = await lookAt(path);
    if (!('inside' in found)) yield found;
    else if (linked) continue;
    else if (depth === MAX_FOLDER_DEPTH)
      yield { path, why: `has more than ${MAX_FOLDER_DEPTH} folders above it` };
    else {
      const inside = found.inside.filter(isOfInterest).sort((a, b) => (a.name < b.name ? 1 : -1));
      // The last is taken first.
      for (const entry of inside) {
        waiting.push({ path: join(path, entry.name), depth: depth + 1, linked: entry.isSymbolicLink() });
      }
    }
  }
}

async function lookAt(path: string): Promise<TitleFile | UnreadablePlace | { readonly inside: Dirent[] }> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return { inside: await readdir(path, { withFileTypes: true }) };
    if (!found.isFile()) return { path, why: 'is neither a file nor a folder' };
    return { path, format: titleFormatOf(path) ?? 'tdb', sizeBytes: found.size };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { path, why: code === 'ENOENT' ? 'is not there' : `cannot be read (${code})` };
  }
}

function isOfInterest(entry: Dirent): boolean {
  if (entry.name.startsWith('.')) return false;
  if (entry.isDirectory()) return true;
  return (entry.isFile() || entry.isSymbolicLink()) && titleFormatOf(entry.name) !== undefined;
}
