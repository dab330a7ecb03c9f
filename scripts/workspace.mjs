// The packages of the workspace: their folders, and which of them need which to run. Plain Node, nothing installed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Every package by its name: its folder, from the root, and the names of ours that it needs to run. */
export function membersOfWorkspace() {
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

/** The names, and those of all that they need, directly or not. */
export function closureOf(names, members) {
  const found = new Set(names);
  for (const one of found) for (const needed of members.get(one).needs) found.add(needed);
  return found;
}
