// Usage: node packages/console/build.mjs. Bundles the console into dist/site: index.html, and assets whose names
// contain a hash of their content. Also stores a compressed version of each file.
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { makeFirstChunkPlugin } from './first-chunk.mjs';
import { tables } from './tables.mjs';

const folder = import.meta.dirname;
const [source, site] = [join(folder, 'src'), join(folder, 'dist', 'site')];
const unfinished = `${site}.${process.pid}`;
const COMPRESSED = /\.(?:js|css|svg|html)$/;

const options = {
  absWorkingDir: folder,
  entryPoints: {
    early: join(source, 'early.ts'),
    console: join(source, 'main.tsx'),
    style: 'styles:first',
    screens: 'styles:screens',
  },
  outdir: join(unfinished, 'assets'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
  loader: { '.svg': 'file' },
  plugins: [tables],
};
const { metafile } = await build({ ...options, plugins: [tables, await makeFirstChunkPlugin(options)] });

const outputs = Object.entries(metafile.outputs);
const nameOf = (path) => path.slice(path.lastIndexOf('/') + 1);
/**
 * Returns the file that contains the code of a module. For an entry point, this may be another file, which the entry
 * point's own file imports.
 */
const fileWith = (module) => nameOf(outputs.find(([, { inputs }]) => inputs[module]?.bytesInOutput > 0)[0]);
const styleOf = (entry) => nameOf(outputs.find(([, { entryPoint }]) => entryPoint === entry)[0]);
const pageFiles = [fileWith('src/early.ts'), fileWith('src/main.tsx')];
writeFileSync(
  join(unfinished, 'index.html'),
  readFileSync(join(source, 'index.html'), 'utf8')
    .replace('{early}', pageFiles[0])
    .replace('{script}', pageFiles[1])
    .replace('"{screenFiles}"', JSON.stringify(screenFiles(outputs)))
    .replace('{style}', styleOf('table:styles:first'))
    .replace('{screenStyle}', styleOf('table:styles:screens')),
);
copyFileSync(join(source, 'icon.svg'), join(unfinished, 'icon.svg'));
for (const name of readdirSync(join(unfinished, 'assets')).filter((one) => COMPRESSED.test(one)))
  compress(join(unfinished, 'assets', name));
mkdirSync(join(folder, 'dist'), { recursive: true });
rmSync(site, { recursive: true, force: true });
renameSync(unfinished, site);
writeFileSync(join(folder, 'dist', 'sizes.json'), JSON.stringify(sizes(outputs), null, 1));

function compress(file) {
  const bytes = readFileSync(file);
  const best = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: best }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

/** Lists the additional files that each screen imports directly. */
function screenFiles(all) {
  const screens = all.flatMap(([, { entryPoint, imports }]) => {
    const [, name] = /^src\/screens\/(\w+)\/\w+-screen\.tsx$/.exec(entryPoint ?? '') ?? [];
    return name === undefined ? [] : [[name, importsOf(imports).filter((one) => !pageFiles.includes(one))]];
  });
  return Object.fromEntries(screens);
}

/**
 * Lists the files that the first screen loads, and the additional files of every other screen. The size test reads this
 * list.
 */
function sizes(all) {
  return Object.fromEntries(
    all.map(([path, { bytes, entryPoint, imports }]) => [
      nameOf(path),
      {
        bytes,
        entryPoint,
        imports: importsOf(imports),
      },
    ]),
  );
}

function importsOf(imports) {
  return imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => nameOf(path));
}
