// Combines the modules that the first screen needs into one chunk instead of twenty small ones. esbuild puts modules
// into one chunk if the same entry points import them, so this plugin makes every screen import all of these modules.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const FIRST = ['src/main.tsx', 'src/screens/overview/overview-screen.tsx'];
const ENTRY = /\/src\/(?:main|screens\/\w+\/\w+-screen)\.tsx$/;

/** Returns an esbuild plugin for a build with these options. */
export async function makeFirstChunkPlugin(options) {
  const files = await neededAtOnce(options);
  const imports = files.map((file) => `import ${JSON.stringify(join(options.absWorkingDir, file))};`);
  return {
    name: 'first-chunk',
    setup(build) {
      build.onResolve({ filter: /^first-chunk$/ }, ({ path }) => ({ path, namespace: 'first-chunk' }));
      build.onLoad({ filter: /.*/, namespace: 'first-chunk' }, () => ({
        contents: imports.join('\n'),
        resolveDir: options.absWorkingDir,
      }));
      build.onLoad({ filter: ENTRY }, ({ path }) => ({
        contents: `${readFileSync(path, 'utf8')}\nimport 'first-chunk';\n`,
        loader: 'tsx',
      }));
    },
  };
}

/**
 * Returns the console files that the first entry points import statically, directly or indirectly. Omits libraries and
 * virtual modules, because the listed files import them anyway.
 */
async function neededAtOnce(options) {
  const { metafile } = await build({ ...options, entryPoints: FIRST, write: false });
  const needed = new Set(FIRST);
  for (const file of needed)
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? [])
      if (kind === 'import-statement' && !external) needed.add(path);
  return [...needed].filter((file) => file.startsWith('src/') && !FIRST.includes(file));
}
