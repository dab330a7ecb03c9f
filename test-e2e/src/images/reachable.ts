// Finds the modules of the project and the third-party packages that an image contains although its programs never load
// them.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectFolder } from './built-image.ts';

interface ReachableModules {
  findReachableModules(folder: string, programs: readonly string[]): Set<string>;
  findNeededPackages(folder: string, modules: ReadonlySet<string>): Set<string>;
  listOwnPackages(folder: string): string[];
  listModules(home: string): string[];
}

const { findReachableModules, findNeededPackages, listOwnPackages, listModules } = (await import(
  join(projectFolder, 'scripts/image/reachable.mjs')
)) as ReachableModules;

/** Returns paths relative to the image's folder. `programs`: paths of the image's programs. */
export function findUnreachable(folder: string, programs: readonly string[]): string[] {
  const reached = findReachableModules(folder, programs);
  const modules = listOwnPackages(folder)
    .flatMap((home) => listModules(home))
    .filter((file) => !reached.has(file));
  const needed = findNeededPackages(folder, reached);
  const packages = listForeignPackages(join(folder, 'node_modules')).filter((name) => !needed.has(name));
  return [
    ...modules.map((file) => relative(folder, file)),
    ...packages.map((name) => `node_modules/${name}`),
  ].sort();
}

function listForeignPackages(modules: string): string[] {
  return readdirSync(modules)
    .filter((name) => name !== '@holdfast')
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((one) => `${name}/${one}`) : [name],
    );
}
