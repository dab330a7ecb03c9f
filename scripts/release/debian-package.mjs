// Builds a Debian package from a program folder. The package contains the programs in /usr/lib/holdfast, the command
// `holdfast` and a sandboxed systemd unit. Its installation creates a system user for the node. Data is stored in
// /var/lib/holdfast and survives the removal of the package.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFileModes } from '../image/modes.mjs';

const parts = fileURLToPath(new URL('debian', import.meta.url));
const PROCESSORS = { x64: 'amd64', arm64: 'arm64' };

/**
 * Writes `holdfast_VERSION_ARCHITECTURE.deb` to the folder `to`. `epoch`: modification time of all files, as a Unix
 * time in seconds.
 */
export function buildDebianPackage(tree, to, { version, cpu, epoch, scratch }) {
  const folder = join(scratch, `deb-${cpu}`);
  const put = (name, path, mode) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(parts, name), join(folder, path));
    chmodSync(join(folder, path), mode);
  };
  cpSync(tree, join(folder, 'usr/lib/holdfast'), { recursive: true, verbatimSymlinks: true });
  put('holdfast.service', 'usr/lib/systemd/system/holdfast.service', 0o644);
  put('holdfast.sysusers', 'usr/lib/sysusers.d/holdfast.conf', 0o644);
  put('holdfast.env', 'etc/holdfast/holdfast.env', 0o644);
  put('postinst', 'DEBIAN/postinst', 0o755);
  put('prerm', 'DEBIAN/prerm', 0o755);
  mkdirSync(join(folder, 'usr/bin'), { recursive: true });
  symlinkSync('../lib/holdfast/holdfast', join(folder, 'usr/bin/holdfast'));
  mkdirSync(join(folder, 'usr/share/doc/holdfast'), { recursive: true });
  copyFileSync(join(tree, 'LICENSE'), join(folder, 'usr/share/doc/holdfast/copyright'));
  writeFileSync(join(folder, 'DEBIAN/conffiles'), '/etc/holdfast/holdfast.env\n');
  writeFileSync(
    join(folder, 'DEBIAN/control'),
    describePackage(version, PROCESSORS[cpu], measureSizeKb(folder)),
  );
  setFileModes(folder);
  setControlModes(join(folder, 'DEBIAN'));
  const file = join(to, `holdfast_${version}_${PROCESSORS[cpu]}.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', folder, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch), LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  rmSync(folder, { recursive: true });
}

function describePackage(version, architecture, kb) {
  return `Package: holdfast
Version: ${version}
Architecture: ${architecture}
Maintainer: The Holdfast maintainers <holdfast@invalid.invalid>
Installed-Size: ${kb}
Depends: libc6 (>= 2.28), libstdc++6, libgcc-s1, passwd
Section: net
Priority: optional
Description: preservation node for archived web content
 Storage and configuration services of a digital-preservation node, with
 Node.js, an embedded PostgreSQL, a command line and a web console.
`;
}

function measureSizeKb(folder) {
  return Number(execFileSync('du', ['-sk', '--apparent-size', folder], { encoding: 'utf8' }).split('\t')[0]);
}

function setControlModes(folder) {
  for (const name of readdirSync(folder))
    chmodSync(join(folder, name), /^(?:postinst|prerm)$/.test(name) ? 0o755 : 0o644);
}
