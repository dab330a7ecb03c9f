// node scripts/compile.mjs FOLDER…: makes the JavaScript in `dist` of the TypeScript in `src` of these packages. Types are
// erased, which leaves every line and column where it was: an error's place in `dist` is its place in `src`. They are
// not checked; that is the business of `npm run typecheck`. A package with a build of its own is built by that, after those
// it may need. On the pinned Node.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { hasOwnBuild, recordOf, recordPath, sourcesOf } from './stale.mjs';
import { root } from './workspace.mjs';

/** What is left of a source that has nothing but types. */
const NOTHING_RUNS = /^(?:\s|\/\/[^\n]*)*$/;
/** `from './x.ts'`, `import './x.ts'`, `import('./x.ts')`. */
const RELATIVE_IMPORT = /\b(from\s*|import\s*\(?\s*)'(\.{1,2}\/[^'\n]*)\.ts'/g;

const [built = [], compiled = []] = [true, false].map((isOwn) =>
  process.argv.slice(2).filter((folder) => hasOwnBuild(folder) === isOwn),
);
for (const folder of compiled) compileProject(folder);
for (const folder of built) buildProject(folder);

function compileProject(folder) {
  const [source, target] = ['src', 'dist'].map((part) => join(root, folder, part));
  const sources = sourcesOf(folder);
  // Before they are read: what changes meanwhile is seen the next time.
  const record = recordOf(folder, sources);
  const made = new Set(sources.map(compiledName));
  for (const path of sources) {
    const text = javaScriptOf(join(source, path));
    writeWhole(join(target, compiledName(path)), text);
  }
  for (const path of compiledIn(target)) if (!made.has(path)) rmSync(join(target, path));
  writeWhole(recordPath(folder), record);
}

function buildProject(folder) {
  const record = recordOf(folder, sourcesOf(folder));
  const { status } = spawnSync(process.execPath, [join(root, folder, 'build.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  writeWhole(recordPath(folder), record);
}

function javaScriptOf(file) {
  try {
    const text = stripTypeScriptTypes(readFileSync(file, 'utf8'));
    return NOTHING_RUNS.test(text) ? 'export {};\n' : text.replaceAll(RELATIVE_IMPORT, "$1'$2.js'");
  } catch (error) {
    console.error(`${file}: ${error.message}`);
    process.exit(1);
  }
}

function compiledName(path) {
  return path.replace(/\.ts$/, '.js');
}

/** JavaScript, and maps of it, that an earlier build has left. */
function compiledIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.js(?:\.map)?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** A file is the old one or the new one at any time: services may be started from it meanwhile. */
function writeWhole(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}
