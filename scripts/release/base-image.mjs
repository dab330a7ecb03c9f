// Builds the base layer of the images: Debian with the libraries that Node needs, a shell for the start scripts, CA
// certificates, and basic programs, because manifests and runbooks run `sleep` and `cat` in the containers. mmdebstrap
// downloads and unpacks packages without running their scripts, so one machine can build for every CPU architecture.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { packFolder } from './tar.mjs';

const SUITE = 'trixie';
const PACKAGES = [
  'base-files',
  'coreutils',
  'dash',
  'libc6',
  'libstdc++6',
  'libgcc-s1',
  'ca-certificates',
  'netbase',
  'tzdata',
];

/** Returns whether mmdebstrap, which builds base layers, is installed. */
export function canBuildBase() {
  return spawnSync('mmdebstrap', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Folder with a description of each package. Scanners read these descriptions in images without dpkg's database. */
const PACKAGE_FILES = 'var/lib/dpkg/status.d';

/** Shell command that writes these descriptions before mmdebstrap deletes the packages. */
const DESCRIBE_PACKAGES = `mkdir -p "$1/${PACKAGE_FILES}" && for deb in "$1"/var/cache/apt/archives/*.deb; do
  dpkg-deb --field "$deb" > "$1/${PACKAGE_FILES}/$(dpkg-deb --field "$deb" Package)" || exit 1
done`;

/**
 * Writes the compressed layer. `architecture`: amd64 or arm64. `user`: user and group ID of the services. Returns the
 * packages in the layer.
 */
export async function buildBaseLayer(file, { architecture, user, epoch, scratch }) {
  const folder = join(scratch, `base-${architecture}`);
  const archive = `${folder}.tar`;
  mkdirSync(folder, { recursive: true });
  execFileSync(
    'mmdebstrap',
    [
      '--quiet',
      '--variant=extract',
      `--architectures=${architecture}`,
      `--include=${PACKAGES.join(',')}`,
      `--extract-hook=${DESCRIBE_PACKAGES}`,
      '--format=tar',
      SUITE,
      archive,
    ],
    { env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  // mmdebstrap writes an archive, because only root could create a folder with files of other users.
  execFileSync('tar', ['-xpf', archive, '--no-same-owner', '--exclude=./dev/*', '-C', folder]);
  rmSync(archive);
  // Creates the files that the packages' maintainer scripts would create, because these scripts have not run.
  const path = (name) => join(folder, name);
  if (!existsSync(path('usr/bin/sh'))) symlinkSync('dash', path('usr/bin/sh'));
  mkdirSync(path('etc'), { recursive: true });
  writeFileSync(
    path('etc/passwd'),
    `root:x:0:0:root:/root:/sbin/nologin\nholdfast:x:${user}:${user}::/:/sbin/nologin\n`,
  );
  writeFileSync(path('etc/group'), `root:x:0:\nholdfast:x:${user}:\n`);
  const roots = execFileSync('sh', ['-c', 'cat usr/share/ca-certificates/mozilla/*.crt'], { cwd: folder });
  mkdirSync(path('etc/ssl/certs'), { recursive: true });
  writeFileSync(path('etc/ssl/certs/ca-certificates.crt'), roots);
  for (const name of [
    'dev',
    'proc',
    'sys',
    'run',
    'usr/share/doc',
    'usr/share/man',
    'var/cache',
    'var/lib/apt',
  ]) {
    rmSync(path(name), { recursive: true, force: true });
  }
  for (const name of ['dev', 'proc', 'sys', 'run']) mkdirSync(path(name), { recursive: true });
  const packages = readPackages(path(PACKAGE_FILES));
  await packFolder(folder, ['.'], file, { epoch });
  rmSync(folder, { recursive: true });
  return packages;
}

/** Returns name, version and architecture of each described package. */
function readPackages(folder) {
  const packages = readdirSync(folder)
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const [version, architecture] = ['Version', 'Architecture'].map(
        (field) => new RegExp(`^${field}: (.+)$`, 'm').exec(text)?.[1],
      );
      return { name, version, architecture };
    });
  const missing = PACKAGES.filter((name) => !packages.some((one) => one.name === name && one.version));
  if (missing.length > 0) throw new Error(`the base image lacks ${missing.join(', ')}`);
  return packages;
}
