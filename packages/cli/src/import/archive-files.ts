// Finds the files to import: files named as arguments, and archives in folders and their subfolders.
import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { readSystemCode } from '@holdfast/service-kit/text';

export interface ArchiveFiles {
  /** Files in the order of the arguments. The files of a folder are sorted by name. */
  readonly names: readonly string[];
  /** Files that were found in a folder rather than named in an argument. */
  readonly found: ReadonlySet<string>;
  /** Number of files in folders that were skipped because they are not named like an archive. */
  readonly others: number;
}

/** Matches file names of archives. The service detects the format from the content. */
const ARCHIVE_NAME = /\.(?:w?arc(?:\.gz|\.zst)?|wacz)$/i;

/** Finds the files of an import. Throws `UsageError` if a folder cannot be read or contains no archives. */
export function findArchiveFiles(words: readonly string[]): ArchiveFiles {
  const names: string[] = [];
  const found = new Set<string>();
  let others = 0;
  for (const word of words) {
    if (word === '-' || !statIfReadable(word)?.isDirectory()) {
      names.push(word);
      continue;
    }
    const files = listFilesBelow(word);
    const archives = files.filter((name) => ARCHIVE_NAME.test(name) && !found.has(name));
    others += files.filter((name) => !ARCHIVE_NAME.test(name)).length;
    if (archives.length === 0)
      throw new UsageError(
        `${word} contains no archives: no file name ends in .warc, .arc (.gz, .zst) or .wacz.`,
      );
    for (const name of archives) found.add(name);
    names.push(...archives);
  }
  return { names, found, others };
}

/** Lists all files below a folder. Follows symbolic links, but reads each folder only once. Throws `UsageError`. */
function listFilesBelow(folder: string): string[] {
  const files: string[] = [];
  const seen = new Set<string>();
  // Follows symbolic links last, so that a file with a direct path is listed under that path.
  const folders = [folder];
  const links: string[] = [];
  for (;;) {
    const next = folders.pop() ?? links.shift();
    if (next === undefined) return files.sort();
    try {
      const { dev, ino } = statSync(next, { bigint: true });
      if (seen.has(`${dev}:${ino}`)) continue;
      seen.add(`${dev}:${ino}`);
      for (const entry of readdirSync(next, { withFileTypes: true })) {
        const name = join(next, entry.name);
        // Skips broken and circular symbolic links.
        const found = entry.isSymbolicLink() ? statIfReadable(name) : entry;
        if (found?.isFile()) files.push(name);
        else if (found?.isDirectory()) (entry.isSymbolicLink() ? links : folders).push(name);
      }
    } catch (error) {
      throw new UsageError(`${next} cannot be read (${readSystemCode(error) ?? String(error)}).`);
    }
  }
}

/** Returns the file's status. Returns undefined if the file does not exist or cannot be read. */
function statIfReadable(name: string): Stats | undefined {
  try {
    return statSync(name);
  } catch {
    return undefined;
  }
}
