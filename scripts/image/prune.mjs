// Removes everything from a deployed folder that is not needed at run time. Of workspace packages, keeps compiled files
// whose source exists (except tests), and the browser bundle (`dist/site`). Of third-party packages, removes types,
// source maps, tests and programs.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { packagesIn } from './check-versions.mjs';

/** Files that only `holdfast backup` and `holdfast doctor` load. The images do not include these commands. */
const OF_THE_COMMAND_LINE = ['dist/backup.js', 'dist/jobs/backup', 'dist/doctor.js'];

/** Contract that a service never loads, because it is the other service's contract. */
const CONTRACT_OF_THE_OTHER = { 'repository-service': 'configuration', 'config-service': 'repository' };

export function prune(folder, root, service) {
  const modules = join(folder, 'node_modules');
  for (const name of readdirSync(modules).filter((one) => one.startsWith('.'))) remove(join(modules, name));
  for (const path of packagesIn(modules)) {
    if (path.includes(`${sep}@holdfast${sep}`)) pruneOwn(path);
    else pruneForeign(path);
  }
  pruneOwn(folder, ['node_modules']);
  const other = CONTRACT_OF_THE_OTHER[service];
  const contract = `node_modules/@holdfast/api-types/dist/generated/${other}.document.js`;
  for (const path of [...OF_THE_COMMAND_LINE, ...(other ? [contract] : [])]) {
    for (const file of [path, `${path}.map`]) rmSync(join(folder, file), { recursive: true, force: true });
  }
  if (existsSync(join(folder, 'node_modules', '@holdfast', 'testkit'))) {
    throw new Error(`a package of ${root} counts the testkit among its production dependencies`);
  }
}

/** Removes everything from a workspace package that is not needed at run time. */
export function pruneOwn(path, kept = []) {
  const [source, compiled] = [join(path, 'src'), join(path, 'dist')];
  const site = join(compiled, 'site');
  for (const file of filesIn(compiled).filter((one) => !one.startsWith(site + sep))) {
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
export function pruneForeign(path) {
  for (const file of filesIn(path)) {
    if (/\.(?:[cm]?ts|map|test\.[cm]?js|tsbuildinfo)$/.test(file)) remove(file);
  }
  for (const name of ['test', 'tests', '__tests__', 'bench', 'benchmarks']) {
    rmSync(join(path, name), { recursive: true, force: true });
  }
}

function filesIn(path) {
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
