// Checks that the versions of all packages in the image are those in the lockfile.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Throws if the lockfile lacks a package of the image; the message lists all such packages. */
export function checkVersions(folder, lockfile) {
  const locked = new Set(
    [...readFileSync(lockfile, 'utf8').matchAll(/^ {2}'?(@?[^@\s']+@\d[^:('\s]*)/gm)].map(([, id]) => id),
  );
  const unlocked = listInstalled(join(folder, 'node_modules')).filter((id) => !locked.has(id));
  if (unlocked.length > 0) throw new Error(`not in the lockfile: ${unlocked.join(', ')}`);
}

/** Returns `name@version` of all packages below a node_modules folder. */
export function listInstalled(modules) {
  return listPackageFolders(modules).flatMap((path) => {
    const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const nested = join(path, 'node_modules');
    const deeper = existsSync(nested) ? listInstalled(nested) : [];
    return name.startsWith('@holdfast/') ? deeper : [`${name}@${version}`, ...deeper];
  });
}

/** Returns the folders of the packages directly in a node_modules folder, including scoped packages. */
export function listPackageFolders(modules) {
  const names = readdirSync(modules).filter((name) => !name.startsWith('.'));
  return names.flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(modules, name)).map((scoped) => join(modules, name, scoped))
      : [join(modules, name)],
  );
}
