// Limits the number of files directly in a folder. Larger folders are split into subfolders, each with a README.md or a
// file header that explains its terms.
import { dirname } from 'node:path/posix';
import type { Source } from './sources.ts';

export const MAX_FILES = 25;

/**
 * Folders that exceeded the limit when this rule was introduced, each with its own maximum. Do not add to this list.
 */
export const LARGE_FOLDERS: Readonly<Record<string, number>> = {
  'services/repository-service/test/features/replay': 26,
  'test-e2e/src/drills': 37,
};

/** Returns folders with too many files, and entries of LARGE_FOLDERS that are no longer needed. */
export function findFullFolders(sources: readonly Source[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  const full = [...counts]
    .filter(([folder, count]) => count > (LARGE_FOLDERS[folder] ?? MAX_FILES))
    .map(([folder, count]) => `${folder} has ${count} files; give it rooms`);
  const needless = Object.keys(LARGE_FOLDERS)
    .filter((folder) => (counts.get(folder) ?? 0) <= MAX_FILES)
    .map((folder) => `${folder} is no exception any more; take it off the list in folders.ts`);
  return [...full, ...needless];
}
