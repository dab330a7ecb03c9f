// Finds the project's modules in an image that its programs never load. Follows imports, and modules that are started
// as worker threads.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const OWN_SCOPE = '@holdfast';
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])([^'"]+)\1/g;
/** Matches the compiled JavaScript of a file that contains only types. */
const NOTHING_RUNS = /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/|export \{\};)*$/;

/**
 * Returns the project's modules that no program loads directly or indirectly, as paths relative to the image's folder.
 */
export function findUnreachableFiles(folder: string, programs: readonly string[]): string[] {
  const reached = new Set<string>();
  const ahead = programs.map((program) => join(folder, program));
  for (let file = ahead.pop(); file !== undefined; file = ahead.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    ahead.push(...importsOf(folder, file));
  }
  return ownModules(folder)
    .filter((file) => !reached.has(file) && !NOTHING_RUNS.test(readFileSync(file, 'utf8')))
    .map((file) => relative(folder, file))
    .sort();
}

function importsOf(folder: string, file: string): string[] {
  const specifiers = [...readFileSync(file, 'utf8').matchAll(SPECIFIER)].map(([, , specifier]) => specifier!);
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith(`${OWN_SCOPE}/`)) return [entryOf(folder, specifier)];
    const target = join(dirname(file), specifier);
    return specifier.startsWith('.') && target.endsWith('.js') && existsSync(target) ? [target] : [];
  });
}

/**
 * Resolves an import such as `@holdfast/warc` or `@holdfast/standalone/postgres` by the `exports` of its package.json.
 */
function entryOf(folder: string, specifier: string): string {
  const [scope, name, ...rest] = specifier.split('/');
  const home = join(folder, 'node_modules', scope!, name!);
  const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  return join(home, exports[['.', ...rest].join('/')]);
}

function ownModules(folder: string): string[] {
  const scope = join(folder, 'node_modules', OWN_SCOPE);
  const packages = existsSync(scope) ? readdirSync(scope).map((name) => join(scope, name)) : [];
  return [folder, ...packages].flatMap((home) =>
    readdirSync(join(home, 'dist'), { recursive: true, encoding: 'utf8' })
      // Excludes `site`, whose files run in browsers.
      .filter((path) => path.endsWith('.js') && !path.startsWith('site/'))
      .map((path) => join(home, 'dist', path)),
  );
}
