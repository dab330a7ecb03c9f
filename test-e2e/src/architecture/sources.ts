// Reads the sources of the repository as text and extracts their imports, without loading or running any source.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Source {
  /** Path relative to the repository root, with `/` as separator. */
  readonly path: string;
  readonly text: string;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gs;

/** Reads all hand-written sources: packages, services, end-to-end tests and benchmarks. */
export function readAllSources(): Source[] {
  return ['packages', 'services']
    .flatMap((folder) => listSubfolders(folder))
    .concat('test-e2e', 'bench')
    .flatMap((unit) => [...readSourcesIn(`${unit}/src`), ...readSourcesIn(`${unit}/test`)]);
}

/** Reads the scripts that run before anything is installed. */
export function readAllScripts(): Source[] {
  return [...readSourcesIn('scripts', /\.mjs$/), ...readSourcesIn('packages/standalone/early', /\.mjs$/)];
}

/** Returns the unit of a file, such as `packages/warc`, `services/config-service` or `test-e2e`. */
export function getPackagePath(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'packages' || first === 'services' ? `${first}/${second}` : first;
}

/** Returns whether a file is built and shipped, or runs before anything is installed. */
export function isShipped(path: string): boolean {
  return /^(?:packages|services)\/[^/]+\/(?:src|early)\//.test(path) && !path.startsWith('packages/testkit/');
}

export function isTest(path: string): boolean {
  return !isShipped(path);
}

export function countLines({ text }: Source): number {
  return text.split('\n').length - 1;
}

/**
 * Returns the module names in `import`, `export … from` and `import()`, including type-only imports. Cached per source.
 */
export function readImports(source: Source): readonly string[] {
  const found = imports.get(source) ?? findImports(source);
  imports.set(source, found);
  return found;
}

const imports = new WeakMap<Source, readonly string[]>();

function findImports(source: Source): string[] {
  const text = stripComments(source);
  const declared = text.matchAll(/^\s*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*['"]([^'"\n]+)['"]/gm);
  const dynamic = text.matchAll(/\bimport\(\s*['"]([^'"\n$]+)['"]/g);
  return [...declared, ...dynamic].map(([, name]) => name!);
}

/**
 * Returns the paths of the repository's files that a source imports. A package imported by name counts as its index.ts.
 */
export function resolveImports(source: Source): string[] {
  return readImports(source).flatMap((name) => {
    if (name.startsWith('.')) return [resolveImport(source, name)];
    const [, unit] = /^@holdfast\/([^/]+)/.exec(name) ?? [];
    if (unit === undefined) return [];
    return [`${unit.endsWith('-service') ? 'services' : 'packages'}/${unit}/src/index.ts`];
  });
}

export function resolveImport(source: Source, name: string): string {
  return posix.normalize(posix.join(posix.dirname(source.path), name));
}

/**
 * Returns the text without comments, and with empty template literals, because these may contain a program for another
 * process.
 */
export function stripComments({ text }: Source): string {
  return text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '$1')
    .replaceAll(LITERAL, (found) => (found.startsWith('`') ? '``' : found));
}

/** Returns the code with all literals emptied. */
export function stripLiterals(source: Source): string {
  return stripComments(source).replaceAll(LITERAL, "''");
}

function listSubfolders(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`);
}

function readSourcesIn(folder: string, ending = /\.tsx?$/): Source[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name) && !entry.parentPath.includes('generated'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(ROOT, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));
}
