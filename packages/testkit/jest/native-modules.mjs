// How Node loads what tests import: TypeScript with its types erased, and workspace packages from their sources. Test files
// and their helpers are loaded anew for each test file; their types are erased once.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = new URL('../../../', import.meta.url);
const jestGlobals = new URL('./globals.mjs', import.meta.url).href;
const workspacePackage = /^@holdfast\/([a-z-]+)(\/[a-z-]+)?$/;

let testFiles = 0;
/** JavaScript of the files that are loaded anew, by path. */
const erased = new Map();
// Node warns at the first call that this function is experimental.
const { emitWarning } = process;
process.emitWarning = () => undefined;
stripTypeScriptTypes('');
process.emitWarning = emitWarning;

/** Loads a test file. It gets instances of its own of its helpers, which may keep what they started in their modules. */
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

/** `@holdfast/warc` → `packages/warc/src/index.ts`; `@holdfast/standalone/postgres` → `…/src/postgres/index.ts`. */
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
