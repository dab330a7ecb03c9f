// Builds a release twice, and uses it as a user who downloaded it would.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, startProcess } from '@holdfast/testkit';
import { buildTwice, runToEnd } from './build-twice.ts';
import { unpackArchive } from './unpacked-node.ts';
import { type ProxiedUse, useBehindProxies } from './use-release.ts';

export interface ReleaseOutcome {
  /** Names of files whose bytes differ between the two builds. */
  readonly differing: readonly string[];
  /** Size of each file in bytes. */
  readonly sizes: Readonly<Record<string, number>>;
  /** Use of the self-contained archive behind each proxy. */
  readonly uses: readonly ProxiedUse[];
  /** Installed packages that the SBOM does not list. */
  readonly unnamed: readonly string[];
  /** Version printed by the command that the Debian package installs. */
  readonly debianVersion: string;
  /**
   * Message that the repository service prints when its image is started without settings. Undefined if the images were
   * not built.
   */
  readonly imageSays: string | undefined;
}

export interface ReleaseCheck {
  /** Whether to build the container images as well, which needs mmdebstrap. */
  readonly images: boolean;
  /** Size of the archive to import through each proxy. */
  readonly importBytes: number;
}

/** Builds and checks the release. */
export async function checkRelease({ images, importBytes }: ReleaseCheck): Promise<ReleaseOutcome> {
  const scratch = await createTemporaryFolder();
  const { version, folder, sums } = await buildTwice(scratch, images ? [] : ['--without-images']);
  const lines = sums.map((text) => text.split('\n')) as [string[], string[]];
  const differing = lines[0].filter((line) => !lines[1].includes(line)).map((line) => line.slice(66));
  const cpu = process.arch === 'arm64' ? 'arm64' : 'x64';
  const archive = join(folder, `holdfast-${version}-linux-${cpu}.tar.gz`);
  const programs = await unpackArchive(archive, version, scratch);
  const bill = join(folder, `holdfast-${version}-${cpu}.cdx.json`);
  return {
    differing,
    sizes: await readSizes(folder),
    unnamed: await listUnnamed(join(programs.home, 'node_modules'), bill),
    uses: await useBehindProxies(programs, importBytes),
    debianVersion: await runDebianPackage(folder, version, scratch),
    imageSays: images && process.getuid?.() === 0 ? await runImage(folder, version, scratch) : undefined,
  };
}

async function readSizes(folder: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const name of (await readdir(folder)).sort())
    sizes[name] = (await readFile(join(folder, name))).byteLength;
  return sizes;
}

async function listUnnamed(modules: string, bill: string): Promise<string[]> {
  const { components } = JSON.parse(await readFile(bill, 'utf8')) as {
    components: { group?: string; name: string; version: string }[];
  };
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
  const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
  const root = join(scratch, 'debian');
  await mkdir(root);
  await runToEnd('dpkg-deb', ['--extract', join(folder, `holdfast_${version}_${architecture}.deb`), root]);
  const unit = join(root, 'usr/lib/systemd/system/holdfast.service');
  if (existsSync('/usr/bin/systemd-analyze')) {
    await runToEnd('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit]);
  }
  return (await runToEnd(join(root, 'usr/bin/holdfast'), ['--version'])).trim();
}

/** Unpacks the image for this CPU architecture, and runs the service as the image's user without settings. */
async function runImage(folder: string, version: string, scratch: string): Promise<string> {
  const [layout, root] = [join(scratch, 'layout'), join(scratch, 'image')];
  await mkdir(layout);
  await mkdir(root);
  await runToEnd('tar', [
    '-xf',
    join(folder, `holdfast-repository-service-${version}.oci.tar`),
    '-C',
    layout,
  ]);
  const blob = ({ digest }: Descriptor) => join(layout, 'blobs', digest.replace(':', '/'));
  const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
  const [index] = (await read(join(layout, 'index.json'))).manifests as Descriptor[];
  const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
  const found = ((await read(blob(index!))).manifests as Descriptor[]).find(
    ({ platform }) => platform?.architecture === architecture,
  );
  for (const layer of (await read(blob(found!))).layers as Descriptor[])
    await runToEnd('tar', ['-xzpf', blob(layer), '-C', root]);
  const service = await startProcess('chroot', [
    ...['--userspec=10001:10001', root],
    '/holdfast/bin/repository-service',
  ]);
  await service.exited;
  return service.output();
}

interface Descriptor {
  readonly digest: string;
  readonly platform?: { readonly architecture: string };
}
