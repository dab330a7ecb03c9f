// Which packages have sources that are not yet, or no longer, what their dist folder was made of. Plain Node: asked
// before every start.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './workspace.mjs';

/** Changes with what scripts/compile.mjs makes of the same source. */
const EDITION = 2;

/** Of the folders those to be compiled. */
export function staleProjects(folders) {
  return folders.filter((folder) => recorded(folder) !== recordOf(folder, sourcesOf(folder)));
}

/** Paths in `src` of all that is compiled: no declarations, no tests. */
export function sourcesOf(folder) {
  const source = join(root, folder, 'src');
  if (!existsSync(source)) return [];
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d|\.test|\.judge)\.ts$/.test(entry.name))
    .map((entry) => relative(source, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

/** What tells later whether any of them has changed. */
export function recordOf(folder, sources) {
  const states = sources.map((path) => {
    const { mtimeMs, size } = statSync(join(root, folder, 'src', path));
    return [path, mtimeMs, size];
  });
  return JSON.stringify([EDITION, ...states]);
}

/** Where it is kept. */
export function recordPath(folder) {
  return join(root, folder, 'dist', '.sources.json');
}

function recorded(folder) {
  try {
    return readFileSync(recordPath(folder), 'utf8');
  } catch {
    return undefined;
  }
}
