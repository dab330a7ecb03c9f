// Lists the packages of the workspace, with their folders and run-time dependencies. Imports no packages, because it
// runs before packages are installed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns every package by name, with its folder and the workspace packages that it needs at run time. */
export function listWorkspaceMembers() {
  const paths = ['packages', 'services']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(parent, name)))
    .concat('test-e2e', 'bench')
    .filter((path) => existsSync(join(root, path, 'package.json')));
  return new Map(
    paths.map((path) => {
      const { name, dependencies = {} } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
      return [name, { path, needs: Object.keys(dependencies).filter((one) => one.startsWith('@holdfast/')) }];
    }),
  );
}

/** Returns the named packages with all of their direct and indirect dependencies. */
export function addDependencies(names, members) {
  const found = new Set(names);
  for (const one of found) for (const needed of members.get(one).needs) found.add(needed);
  return found;
}
