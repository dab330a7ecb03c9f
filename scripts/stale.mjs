// Which packages have sources that are not yet, or no longer, what their dist folder was made of. Plain Node: asked
// before every start. A package with a build of its own (`build.mjs`: the console, which is a bundle for browsers) is made of
// all its files, and of those of the packages that it needs.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { closureOf, membersOfWorkspace, root } from './workspace.mjs';

/** Changes with what scripts/compile.mjs makes of the same source. */
const EDITION = 2;

/** Of the folders those to be compiled. */
export function staleProjects(folders) {
  return folders.filter((folder) => recorded(folder) !== recordOf(folder, sourcesOf(folder)));
}

/** Whether a package is not compiled file by file but by a program of its own. */
export const hasOwnBuild = (folder) => existsSync(join(root, folder, 'build.mjs'));

/** Paths in `src` of all that is compiled: no declarations, no tests. With a build of its own, all there are. */
export function sourcesOf(folder) {
  const source = join(root, folder, 'src');
  if (!existsSync(source)) return [];
  const wanted = hasOwnBuild(folder) ? /./ : /(?<!\.d|\.test|\.judge)\.ts$/;
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) => relative(source, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

/** What tells later whether any of them has changed. */
export function recordOf(folder, sources) {
  const states = [...sources.map((path) => join('src', path)), ...programOf(folder)].map((path) => {
    const { mtimeMs, size } = statSync(join(root, folder, path));
    return [path, mtimeMs, size];
  });
  return JSON.stringify([EDITION, ...states, ...(hasOwnBuild(folder) ? neededRecords(folder) : [])]);
}

/** A build's own program, and the versions of what it bundles. */
function programOf(folder) {
  if (!hasOwnBuild(folder)) return [];
  return readdirSync(join(root, folder)).filter((name) => /\.mjs$|^package\.json$/.test(name));
}

function neededRecords(folder) {
  const members = membersOfWorkspace();
  const [name] = [...members].find(([, { path }]) => path === folder);
  const needed = [...closureOf([name], members)].filter((one) => one !== name).sort();
  return needed.map((one) => members.get(one).path).map((path) => recordOf(path, sourcesOf(path)));
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
