// How Node loads what tests import: TypeScript with its types erased, workspace packages from their sources, and what
// only tests need anew for each test file.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = new URL('../../../', import.meta.url);
const jestGlobals = new URL('./globals.mjs', import.meta.url).href;
const workspacePackage = /^@holdfast\/([a-z-]+)(\/[a-z-]+)?$/;

let testFiles = 0;

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
  return (
    /^(test-e2e|packages\/testkit|bench)\/|\/test\//.test(path) && !path.startsWith('packages/testkit/jest/')
  );
}
