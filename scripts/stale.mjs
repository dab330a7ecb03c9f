// Finds packages whose dist folder is older than their sources. Imports no packages, because it runs before every
// start. If a package has its own build program (`build.mjs`), all of its files and the packages that it needs count as
// sources. Only the console, which is bundled for browsers, has its own build program.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { addDependencies, listWorkspaceMembers, root } from './workspace.mjs';

/** Version of the compiler output. Increase it when scripts/compile.mjs produces different output. */
const EDITION = 2;

/** Returns the folders that must be compiled. */
export function findStaleFolders(folders) {
  return folders.filter((folder) => readRecord(folder) !== recordSources(folder, listSources(folder)));
}

/** Returns whether the package has its own build program. */
export const hasOwnBuild = (folder) => existsSync(join(root, folder, 'build.mjs'));

/**
 * Returns the paths of all source files in `src`, without type declarations and tests. For a package with its own build
 * program, returns all files.
 */
export function listSources(folder) {
  const source = join(root, folder, 'src');
  if (!existsSync(source)) return [];
  const wanted = hasOwnBuild(folder) ? /./ : /(?<!\.d|\.test|\.judge)\.ts$/;
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) => relative(source, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

/** Returns a string that changes whenever one of the sources changes. */
export function recordSources(folder, sources) {
  const states = [...sources.map((path) => join('src', path)), ...listBuildProgram(folder)].map((path) => {
    const { mtimeMs, size } = statSync(join(root, folder, path));
    return [path, mtimeMs, size];
  });
  return JSON.stringify([EDITION, ...states, ...(hasOwnBuild(folder) ? recordDependencies(folder) : [])]);
}

/**
 * Returns the files of the package's own build program, and package.json, because package.json lists the dependencies.
 */
function listBuildProgram(folder) {
  if (!hasOwnBuild(folder)) return [];
  return readdirSync(join(root, folder)).filter((name) => /\.mjs$|^package\.json$/.test(name));
}

function recordDependencies(folder) {
  const members = listWorkspaceMembers();
  const [name] = [...members].find(([, { path }]) => path === folder);
  const needed = [...addDependencies([name], members)].filter((one) => one !== name).sort();
  return needed.map((one) => members.get(one).path).map((path) => recordSources(path, listSources(path)));
}

/** Returns the path of the file that records the sources of the last build. */
export function getRecordPath(folder) {
  return join(root, folder, 'dist', '.sources.json');
}

function readRecord(folder) {
  try {
    return readFileSync(getRecordPath(folder), 'utf8');
  } catch {
    return undefined;
  }
}
