// Combines the modules that the first screen needs into one chunk instead of many small ones, because each file costs a
// request. esbuild puts modules into one chunk if the same entry points import them. Therefore, this plugin makes every
// file that is loaded later import all of these modules.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const MAIN = 'src/main.tsx';
/** Parts of the first screen that are loaded after its first paint. */
const LATER = 'src/screens/overview/later-parts.ts';
const SOURCES = /\/src\/.*\.tsx?$/;

/** Returns an esbuild plugin for a build with these options. */
export async function makeFirstChunkPlugin(options) {
  const { metafile } = await build({ ...options, entryPoints: [MAIN], write: false });
  const entries = Object.values(metafile.outputs)
    .map(({ entryPoint }) => entryPoint)
    .filter((entry) => entry?.startsWith('src/'));
  const pathOf = (file) => join(options.absWorkingDir, file);
  const files = listFirstModules(metafile.inputs, entries);
  const paths = new Set(entries.map(pathOf));
  return {
    name: 'first-chunk',
    setup(build) {
      build.onResolve({ filter: /^first-chunk$/ }, ({ path }) => ({ path, namespace: 'first-chunk' }));
      build.onLoad({ filter: /.*/, namespace: 'first-chunk' }, () => ({
        contents: files.map((file) => `import ${JSON.stringify(pathOf(file))};`).join('\n'),
        resolveDir: options.absWorkingDir,
      }));
      build.onLoad({ filter: SOURCES }, ({ path }) => {
        if (!paths.has(path)) return undefined;
        const contents = `${readFileSync(path, 'utf8')}\nimport 'first-chunk';\n`;
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

/**
 * Returns the modules of the first chunk. These are the modules that the main module needs, and the modules that are
 * needed both by the later parts of the first screen and by other screens. Omits libraries and virtual modules, because
 * the listed modules import them.
 */
function listFirstModules(inputs, entries) {
  const ofScreens = entries
    .filter((entry) => entry !== MAIN && entry !== LATER)
    .flatMap((entry) => listNeeded(inputs, entry));
  const shared = listNeeded(inputs, LATER).filter((file) => ofScreens.includes(file));
  const first = new Set([...listNeeded(inputs, MAIN), ...shared]);
  return [...first].filter((file) => file.startsWith('src/'));
}

/** Returns a file and the files that it imports statically, directly or indirectly. */
function listNeeded(inputs, entry) {
  const needed = new Set([entry]);
  for (const file of needed)
    for (const { path, kind, external } of inputs[file]?.imports ?? [])
      if (kind === 'import-statement' && !external) needed.add(path);
  return [...needed];
}
