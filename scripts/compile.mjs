// node scripts/compile.mjs FOLDER…: compiles the TypeScript in `src` of these packages to JavaScript in `dist`. Only
// erases types, so lines and columns in errors match the source. `npm run typecheck` checks the types. A package with
// its own build program is built by that program, after the packages that it may need. Runs on the pinned Node.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { getRecordPath, hasOwnBuild, listSources, recordSources } from './stale.mjs';
import { root } from './workspace.mjs';

/** Matches the output for a source file that contains only types. */
const NOTHING_RUNS = /^(?:\s|\/\/[^\n]*)*$/;
/** Matches `from './x.ts'`, `import './x.ts'` and `import('./x.ts')`. */
const RELATIVE_IMPORT = /\b(from\s*|import\s*\(?\s*)'(\.{1,2}\/[^'\n]*)\.ts'/g;

const [built = [], compiled = []] = [true, false].map((isOwn) =>
  process.argv.slice(2).filter((folder) => hasOwnBuild(folder) === isOwn),
);
for (const folder of compiled) compileProject(folder);
for (const folder of built) buildProject(folder);

function compileProject(folder) {
  const [source, target] = ['src', 'dist'].map((part) => join(root, folder, part));
  const sources = listSources(folder);
  // Records the state of the sources before reading them, so that a change during the build causes another build.
  const record = recordSources(folder, sources);
  const made = new Set(sources.map(toCompiledName));
  for (const path of sources) {
    const text = toJavaScript(join(source, path));
    writeAtomically(join(target, toCompiledName(path)), text);
  }
  for (const path of listCompiledFiles(target)) if (!made.has(path)) rmSync(join(target, path));
  writeAtomically(getRecordPath(folder), record);
}

function buildProject(folder) {
  const record = recordSources(folder, listSources(folder));
  const { status } = spawnSync(process.execPath, [join(root, folder, 'build.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  writeAtomically(getRecordPath(folder), record);
}

function toJavaScript(file) {
  try {
    const text = stripTypeScriptTypes(readFileSync(file, 'utf8'));
    return NOTHING_RUNS.test(text) ? 'export {};\n' : text.replaceAll(RELATIVE_IMPORT, "$1'$2.js'");
  } catch (error) {
    console.error(`${file}: ${error.message}`);
    process.exit(1);
  }
}

function toCompiledName(path) {
  return path.replace(/\.ts$/, '.js');
}

/** Returns the JavaScript files and source maps that an earlier build has written. */
function listCompiledFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.js(?:\.map)?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Replaces the file atomically, because services may be loading it at the same time. */
function writeAtomically(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}
