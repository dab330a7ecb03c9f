// npm run pack:client -- FOLDER: packs @holdfast/client with its types into FOLDER/holdfast-client-VERSION.tgz, which
// `npm install` accepts outside the workspace. The package includes the contracts (@holdfast/api-types).
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bootstrap, environment, root } from './bootstrap.mjs';

const CONTRACTS = '@holdfast/api-types';
const [wanted, ...rest] = process.argv.slice(2);
if (wanted === undefined || rest.length > 0) {
  console.error('npm run pack:client -- FOLDER');
  process.exit(2);
}
const folder = resolve(process.env.INIT_CWD ?? '.', wanted);
await bootstrap({ types: ['packages/client'] });
const stage = mkdtempSync(join(tmpdir(), 'holdfast-client-'));
try {
  const contracts = copyPackage('packages/api-types', join(stage, 'node_modules', CONTRACTS));
  copyPackage('packages/client', stage, {
    dependencies: { [CONTRACTS]: contracts.version },
    bundleDependencies: [CONTRACTS],
  });
  for (const file of ['README.md', 'LICENSE'])
    cpSync(join(root, file === 'LICENSE' ? '.' : 'packages/client', file), join(stage, file));
  mkdirSync(folder, { recursive: true });
  const args = ['pack', '--silent', '--pack-destination', folder];
  const packed = spawnSync('npm', args, { cwd: stage, env: environment, encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(`npm pack failed: ${packed.stderr}`);
  console.log(join(folder, packed.stdout.trim()));
} finally {
  rmSync(stage, { recursive: true, force: true });
}

/** Copies the published files of a package. Returns its package.json with the fields of `added`. */
function copyPackage(path, target, added = {}) {
  const { name, version, type, exports, types } = JSON.parse(
    readFileSync(join(root, path, 'package.json'), 'utf8'),
  );
  const description = 'Client of the Holdfast repository and configuration services';
  const engines = { node: '>=20' };
  const written = {
    name,
    version,
    description,
    license: 'Apache-2.0',
    type,
    exports,
    types,
    engines,
    ...added,
  };
  const isPublished = (file) => !/\.(?:map|tsbuildinfo)$/.test(file);
  cpSync(join(root, path, 'dist'), join(target, 'dist'), { recursive: true, filter: isPublished });
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(written, undefined, 2)}\n`);
  return written;
}
