// Checks that all packages in the image have the versions in the lockfile.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Throws an error that lists every package that is not in the lockfile. */
export function checkVersions(folder, lockfile) {
  const locked = new Set(
    [...readFileSync(lockfile, 'utf8').matchAll(/^ {2}'?(@?[^@\s']+@\d[^:('\s]*)/gm)].map(([, id]) => id),
  );
  const unlocked = listInstalled(join(folder, 'node_modules')).filter((id) => !locked.has(id));
  if (unlocked.length > 0) throw new Error(`not in the lockfile: ${unlocked.join(', ')}`);
}

/** Returns `name@version` of all packages below a node_modules folder. */
export function listInstalled(modules) {
  return packagesIn(modules).flatMap((path) => {
    const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const nested = join(path, 'node_modules');
    const deeper = existsSync(nested) ? listInstalled(nested) : [];
    return name.startsWith('@holdfast/') ? deeper : [`${name}@${version}`, ...deeper];
  });
}

/** Returns the folders of the packages in a node_modules folder, including scoped packages but not nested ones. */
export function packagesIn(modules) {
  const names = readdirSync(modules).filter((name) => !name.startsWith('.'));
  return names.flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(modules, name)).map((scoped) => join(modules, name, scoped))
      : [join(modules, name)],
  );
}
