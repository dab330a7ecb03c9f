// Makes Node load the modules that tests import: strips types from TypeScript, and resolves workspace packages to their
// sources. Test files and their helpers are loaded again for each test file, but their types are stripped only once.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = new URL('../../../', import.meta.url);
const jestGlobals = new URL('./globals.mjs', import.meta.url).href;
const workspacePackage = /^@holdfast\/([a-z-]+)(\/[a-z-]+)?$/;

let testFiles = 0;
/** Cache of JavaScript without types, by path, for files that are loaded repeatedly. */
const erased = new Map();
// Suppresses the warning that the first call of the experimental function `stripTypeScriptTypes` prints.
const { emitWarning } = process;
process.emitWarning = () => undefined;
stripTypeScriptTypes('');
process.emitWarning = emitWarning;

/** Loads a test file and new instances of its helper modules, because helpers may keep state in their modules. */
export function importTestFile(path) {
  testFiles += 1;
  return import(ofThisFile(pathToFileURL(path).href));
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === '@jest/globals')
      return { url: ofThisFile(jestGlobals), format: 'module', shortCircuit: true };
    const resolved = nextResolve(workspacePackage.test(specifier) ? sourceOf(specifier) : specifier, context);
    return isOnlyForTests(resolved.url) ? { ...resolved, url: ofThisFile(resolved.url) } : resolved;
  },
  load(url, context, nextLoad) {
    const [file, number] = url.split('?file=');
    if (number === undefined || !file.endsWith('.ts')) return nextLoad(url, context);
    const source = erased.get(file) ?? stripTypeScriptTypes(readFileSync(fileURLToPath(file), 'utf8'));
    erased.set(file, source);
    return { source, format: 'module', shortCircuit: true };
  },
});

function ofThisFile(url) {
  return `${url}?file=${testFiles}`;
}

/**
 * Resolves workspace packages: `@holdfast/warc` to `packages/warc/src/index.ts`, `@holdfast/standalone/postgres` to
 * `…/src/postgres/index.ts`.
 */
function sourceOf(specifier) {
  const [, name, folder = ''] = workspacePackage.exec(specifier) ?? [];
  const candidates = ['packages', 'services'].map(
    (parent) => new URL(`${parent}/${name}/src${folder}/index.ts`, root),
  );
  return candidates.find((url) => existsSync(fileURLToPath(url)))?.href ?? specifier;
}

function isOnlyForTests(url) {
  if (!url.startsWith(root.href) || url.includes('?') || url.includes('/node_modules/')) return false;
  const path = url.slice(root.href.length);
  return /^(test-e2e|bench)\/|\/test\//.test(path);
}
