// How many files may stand directly in a folder. A reader takes in no more at a glance; a larger subject gets rooms, each of
// which says in its README.md or at the head of a file what its words mean.
import { dirname } from 'node:path/posix';
import type { Source } from './sources.ts';

export const MAX_FILES = 25;

/** Folders from before this rule, and how many files they have at most. The list only shrinks. */
export const LARGE_FOLDERS: Readonly<Record<string, number>> = {
  'services/repository-service/test/features/replay': 26,
  'test-e2e/src/drills': 32,
};

/** Folders with too many files, and exceptions that none needs any more. */
export function fullFolders(sources: readonly Source[]): string[] {
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
