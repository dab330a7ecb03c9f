// What is meant by the words of an import: files as they were named, and the archives in folders, whatever their depth.
import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { systemCode } from '@holdfast/service-kit/text';

export interface ArchiveFiles {
  /** In the order of the words; those of a folder by their names. */
  readonly names: readonly string[];
  /** Those of `names` that were found in a folder. */
  readonly found: ReadonlySet<string>;
  /** Files in the folders that are no archives by their names. */
  readonly others: number;
}

/** Names of archives; what such a file is in truth the service finds by its bytes. */
const ARCHIVE_NAME = /\.(?:w?arc(?:\.gz|\.zst)?|wacz)$/i;

/** Throws `UsageError` for a folder that cannot be read or has no archive in it. */
export function archiveFiles(words: readonly string[]): ArchiveFiles {
  const names: string[] = [];
  const found = new Set<string>();
  let others = 0;
  for (const word of words) {
    if (word === '-' || !statOf(word)?.isDirectory()) {
      names.push(word);
      continue;
    }
    const files = filesBelow(word);
    const archives = files.filter((name) => ARCHIVE_NAME.test(name) && !found.has(name));
    others += files.filter((name) => !ARCHIVE_NAME.test(name)).length;
    if (archives.length === 0)
      throw new UsageError(
        `No archive is in ${word}: none of its files ends in .warc, .arc (.gz, .zst) or .wacz.`,
      );
    for (const name of archives) found.add(name);
    names.push(...archives);
  }
  return { names, found, others };
}

/** Links to folders are followed, and each folder is read once, wherever links lead. Throws `UsageError`. */
function filesBelow(folder: string): string[] {
  const files: string[] = [];
  const seen = new Set<string>();
  // Links come last, so that what lies in the folder itself has its own name.
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
        // A link that leads nowhere, or round and round, is no file.
        const found = entry.isSymbolicLink() ? statOf(name) : entry;
        if (found?.isFile()) files.push(name);
        else if (found?.isDirectory()) (entry.isSymbolicLink() ? links : folders).push(name);
      }
    } catch (error) {
      throw new UsageError(`${next} cannot be read (${systemCode(error) ?? String(error)}).`);
    }
  }
}

/** Undefined: it is not there, or cannot be looked at. */
function statOf(name: string): Stats | undefined {
  try {
    return statSync(name);
  } catch {
    return undefined;
  }
}
