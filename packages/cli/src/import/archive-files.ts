// What is meant by the words of an import: files as they were named, and the archives in folders, whatever their depth.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode, UsageError } from '../terminal/usage-error.ts';

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
    if (word === '-' || !statSync(word, { throwIfNoEntry: false })?.isDirectory()) {
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

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile())
      .sort();
  } catch (error) {
    throw new UsageError(`${folder} cannot be read (${systemCode(error) ?? String(error)}).`);
  }
}
