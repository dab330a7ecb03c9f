// Finds what the programs of an image load: modules of the project, and third-party packages. Follows imports, and
// modules that are started as worker threads or as child processes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listPackageFolders } from './check-versions.mjs';

const OWN_SCOPE = '@holdfast';
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])([^'"]+)\1/g;
const QUOTED_NAME = /(['"`])((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"`\n]*)?\1/g;

/**
 * Returns the project's modules that the programs load directly or indirectly, as absolute paths. `programs`: paths
 * relative to the image's folder.
 */
export function findReachableModules(folder, programs) {
  const reached = new Set();
  const ahead = programs.map((program) => join(folder, program));
  for (let file = ahead.pop(); file !== undefined; file = ahead.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    ahead.push(...findImports(folder, file));
  }
  return reached;
}

/** Returns the folders of the project's packages in an image. */
export function listOwnPackages(folder) {
  return ['services', 'packages', `node_modules/${OWN_SCOPE}`]
    .map((parent) => join(folder, parent))
    .filter((parent) => existsSync(parent))
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)));
}

/** Returns the project's modules in a package of an image, without `site`, whose files run in browsers. */
export function listModules(home) {
  return ['dist', 'early']
    .map((part) => join(home, part))
    .filter((part) => existsSync(part))
    .flatMap((part) =>
      readdirSync(part, { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.m?js$/.test(path) && !path.startsWith('site/'))
        .map((path) => join(part, path)),
    );
}

/**
 * Returns the names of the third-party packages that the modules mention in a string literal, and of their
 * dependencies. `except`: packages that are not needed although a module mentions them.
 */
export function findNeededPackages(folder, modules, except = []) {
  const installed = new Map(
    listPackageFolders(join(folder, 'node_modules')).map((path) => {
      const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
      return [manifest.name, manifest];
    }),
  );
  for (const name of except) installed.delete(name);
  const needed = new Set();
  const ahead = [...modules].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(QUOTED_NAME)].map(([, , name]) => name),
  );
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    const manifest = installed.get(name);
    if (manifest === undefined || needed.has(name) || name.startsWith(`${OWN_SCOPE}/`)) continue;
    needed.add(name);
    for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies'])
      ahead.push(...Object.keys(manifest[kind] ?? {}));
  }
  return needed;
}

function findImports(folder, file) {
  const specifiers = [...readFileSync(file, 'utf8').matchAll(SPECIFIER)].map(([, , specifier]) => specifier);
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith(`${OWN_SCOPE}/`)) return [resolveEntry(folder, specifier)];
    const target = join(dirname(file), specifier);
    return specifier.startsWith('.') && /\.m?js$/.test(target) && existsSync(target) ? [target] : [];
  });
}

/**
 * Resolves an import such as `@holdfast/warc` or `@holdfast/standalone/postgres` by the `exports` of its package.json.
 */
function resolveEntry(folder, specifier) {
  const [scope, name, ...rest] = specifier.split('/');
  const home = join(folder, 'node_modules', scope, name);
  const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const entry = exports[['.', ...rest].join('/')];
  if (entry === undefined) throw new Error(`${specifier} is not exported`);
  return join(home, entry.default ?? entry);
}
