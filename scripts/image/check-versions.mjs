// Checks that the image holds what the lockfile says: no other version of anything, and nothing that it does not know.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Throws, naming every stranger. */
export function checkVersions(folder, lockfile) {
  const locked = new Set(
    [...readFileSync(lockfile, 'utf8').matchAll(/^ {2}'?(@?[^@\s']+@\d[^:('\s]*)/gm)].map(([, id]) => id),
  );
  const strangers = installed(join(folder, 'node_modules')).filter((id) => !locked.has(id));
  if (strangers.length > 0) throw new Error(`not in the lockfile: ${strangers.join(', ')}`);
}

/** `name@version` of everything from elsewhere under a node_modules folder, however deep. */
export function installed(modules) {
  return packagesIn(modules).flatMap((path) => {
    const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const nested = join(path, 'node_modules');
    const deeper = existsSync(nested) ? installed(nested) : [];
    return name.startsWith('@holdfast/') ? deeper : [`${name}@${version}`, ...deeper];
  });
}

/** The folder of each package that stands directly in a node_modules folder, or in a scope of it. */
export function packagesIn(modules) {
  const names = readdirSync(modules).filter((name) => !name.startsWith('.'));
  return names.flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(modules, name)).map((scoped) => join(modules, name, scoped))
      : [join(modules, name)],
  );
}
