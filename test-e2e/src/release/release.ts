// Builds a release twice, and uses it as a user who downloaded it would.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { findRuntimes } from '../images/oci-runtime.ts';
import { buildTwice, runToEnd } from './build-twice.ts';
import { runUnit } from './debian-unit.ts';
import { type UsedImages, useImages } from './release-images.ts';
import { unpackArchive } from './unpacked-node.ts';
import { type ProxiedUse, useBehindProxies } from './use-release.ts';

export interface ReleaseOutcome {
  /** Names of files whose bytes differ between the two builds. */
  readonly differing: readonly string[];
  /** Size of each file in bytes. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Results of using the self-contained archive behind each proxy. Empty if the release was only built. */
  readonly uses: readonly ProxiedUse[];
  /** Installed packages that the SBOM does not list. */
  readonly unnamed: readonly string[];
  /** Version printed by the command that the Debian package installs. */
  readonly debianVersion: string;
  /** Whether the node of the Debian package has run under the restrictions of its systemd unit. */
  readonly hasRunUnit: boolean;
  /** Undefined if the images were not built, or if the drill does not run as root. */
  readonly images: Omit<UsedImages, 'image'> | undefined;
}

export interface ReleaseCheck {
  /** Whether to build the container images as well, which needs mmdebstrap. */
  readonly images: boolean;
  /** Size of the archive to import through each proxy. If undefined, the archive is not used. */
  readonly importBytes: number | undefined;
}

/** Builds and checks the release. */
export async function checkRelease({ images, importBytes }: ReleaseCheck): Promise<ReleaseOutcome> {
  const scratch = await createTemporaryFolder();
  const { version, folder, differing } = await buildTwice(scratch, images ? [] : ['--without-images']);
  const cpu = process.arch === 'arm64' ? 'arm64' : 'x64';
  const archive = join(folder, `holdfast-${version}-linux-${cpu}.tar.gz`);
  const programs = await unpackArchive(archive, version, scratch);
  const bill = join(folder, `holdfast-${version}-${cpu}.cdx.json`);
  const unnamed = await listUnnamed(join(programs.home, 'node_modules'), bill);
  let used: UsedImages | undefined;
  if (images && process.getuid?.() === 0) {
    used = await useImages(folder, version, scratch);
    const { root } = used.image;
    const ofImage = join(folder, `holdfast-repository-service-${version}.cdx.json`);
    unnamed.push(...(await listUnnamed(join(root, 'holdfast/node_modules'), ofImage)));
    unnamed.push(...(await listUnnamedDebian(join(root, 'var/lib/dpkg/status.d'), ofImage)));
  }
  return {
    differing,
    sizes: await readSizes(folder),
    unnamed,
    uses: importBytes === undefined ? [] : await useBehindProxies(programs, importBytes),
    debianVersion: await runDebianPackage(folder, version, scratch),
    hasRunUnit: used !== undefined && (await runPackageAsUnit(folder, version, used.image.root)),
    images: used && { imageSays: used.imageSays, runtimes: used.runtimes },
  };
}

async function readSizes(folder: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const name of (await readdir(folder)).sort())
    sizes[name] = (await readFile(join(folder, name))).byteLength;
  return sizes;
}

interface BillOfMaterials {
  readonly components: readonly { group?: string; name: string; version: string; purl: string }[];
}

/** Returns the Debian packages of an image that its SBOM does not list. */
async function listUnnamedDebian(folder: string, bill: string): Promise<string[]> {
  const { components } = JSON.parse(await readFile(bill, 'utf8')) as BillOfMaterials;
  const named = components.filter(({ purl }) => purl.startsWith('pkg:deb/')).map(({ name }) => name);
  const installed = await readdir(folder);
  if (installed.length === 0) throw new Error(`no packages in ${folder}`);
  return installed.filter((name) => !named.includes(name));
}

async function listUnnamed(modules: string, bill: string): Promise<string[]> {
  const { components } = JSON.parse(await readFile(bill, 'utf8')) as BillOfMaterials;
  const named = new Set(
    components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
  );
  const manifests = (await readdir(modules, { recursive: true }))
    .filter((path) => /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
    .filter((path) => !path.startsWith('@holdfast/'));
  const installed: string[] = [];
  for (const path of manifests) {
    const { name, version } = JSON.parse(await readFile(join(modules, path), 'utf8')) as Record<
      string,
      string
    >;
    if (name !== undefined && version !== undefined) installed.push(`${name}@${version}`);
  }
  if (installed.length === 0) throw new Error(`no packages in ${modules}`);
  return installed.filter((one) => !named.has(one));
}

/** Unpacks the Debian package into a folder, checks its systemd unit, and runs its command. Returns the version. */
async function runDebianPackage(folder: string, version: string, scratch: string): Promise<string> {
  const root = join(scratch, 'debian');
  await mkdir(root);
  await runToEnd('dpkg-deb', ['--extract', nameDebianPackage(folder, version), root]);
  const unit = join(root, 'usr/lib/systemd/system/holdfast.service');
  if (existsSync('/usr/bin/systemd-analyze')) {
    await runToEnd('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit]);
  }
  return (await runToEnd(join(root, 'usr/bin/holdfast'), ['--version'])).trim();
}

/**
 * Unpacks the Debian package into the Debian system of an image, and runs its node under the restrictions of its unit.
 * Returns false if a tool is missing.
 */
async function runPackageAsUnit(folder: string, version: string, root: string): Promise<boolean> {
  const runtime = findRuntimes().find(({ isRootless }) => !isRootless);
  if (runtime === undefined || !existsSync('/usr/bin/systemd-analyze')) return false;
  await runToEnd('dpkg-deb', ['--extract', nameDebianPackage(folder, version), root]);
  await runUnit(runtime, root);
  return true;
}

function nameDebianPackage(folder: string, version: string): string {
  return join(folder, `holdfast_${version}_${process.arch === 'arm64' ? 'arm64' : 'amd64'}.deb`);
}
