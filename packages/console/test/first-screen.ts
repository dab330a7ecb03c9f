// Source files of the first screen.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const source = join(import.meta.dirname, '..', 'src');

/** Returns the files that the first screen loads immediately. */
export const listFirstFiles = (): string[] => listFilesFrom('early.ts', 'main.tsx');

/** Returns the files that the first screen loads immediately, and the files that the overview loads afterwards. */
export const listOverviewFiles = (): string[] =>
  listFilesFrom('early.ts', 'main.tsx', 'screens/overview/later-parts.ts');

/** Returns the source code without comments, because comments contain example keys. */
export const readCode = (file: string): string =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/^\s*\/\/.*$/gm, '');

function listFilesFrom(...entries: string[]): string[] {
  const files = new Set(entries.map((entry) => join(source, entry)));
  for (const file of files) for (const needed of readStaticImports(file)) files.add(needed);
  return [...files];
}

/** Returns the console files that a file imports statically. Omits type imports. */
function readStaticImports(file: string): string[] {
  const imports = readCode(file).matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)';/gm);
  return [...imports].map(([, name]) => join(file, '..', name!));
}
