// node scripts/compile.mjs FOLDER…: compiles the TypeScript in `src` of these packages to JavaScript in `dist`. Types
// are erased without changing lines or columns, so positions in errors match the source. `npm run typecheck` checks the
// types. Packages that have their own build program are built by that program, after the packages that they may need.
// Runs on the pinned Node.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { hasOwnBuild, listSources, recordPath, recordSources } from './stale.mjs';
import { root } from './workspace.mjs';

/** Matches the output for a source that contains only types. */
const NOTHING_RUNS = /^(?:\s|\/\/[^\n]*)*$/;
/** Matches `from './x.ts'`, `import './x.ts'`, `import('./x.ts')`. */
const RELATIVE_IMPORT = /\b(from\s*|import\s*\(?\s*)'(\.{1,2}\/[^'\n]*)\.ts'/g;

const [built = [], compiled = []] = [true, false].map((isOwn) =>
  process.argv.slice(2).filter((folder) => hasOwnBuild(folder) === isOwn),
);
for (const folder of compiled) compileProject(folder);
for (const folder of built) buildProject(folder);

function compileProject(folder) {
  const [source, target] = ['src', 'dist'].map((part) => join(root, folder, part));
  const sources = listSources(folder);
  // The state of the sources is recorded before they are read, so that later changes cause another build.
  const record = recordSources(folder, sources);
  const made = new Set(sources.map(compiledName));
  for (const path of sources) {
    const text = javaScriptOf(join(source, path));
    writeWhole(join(target, compiledName(path)), text);
  }
  for (const path of compiledIn(target)) if (!made.has(path)) rmSync(join(target, path));
  writeWhole(recordPath(folder), record);
}

function buildProject(folder) {
  const record = recordSources(folder, listSources(folder));
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

/** Returns JavaScript files and source maps of an earlier build. */
function compiledIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.js(?:\.map)?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Replaces the file atomically: services may be starting from it. */
function writeWhole(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}
