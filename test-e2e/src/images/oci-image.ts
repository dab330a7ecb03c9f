// Provides the file systems of images for the container runtimes. Unpacks an image of a release, or builds an image
// from the working copy and the base layer of a release.
import { chmod, chown, cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, startProcess } from '@holdfast/testkit';
import { buildImage, projectFolder, type ServiceName } from './built-image.ts';

/** Fields of an image's configuration, as stored in its archive. */
export interface ImageConfig {
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
}

export interface OciImage {
  /** Folder of the file system. */
  readonly root: string;
  readonly config: ImageConfig;
}

interface Descriptor {
  readonly digest: string;
  readonly platform?: { readonly architecture: string };
}

const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';

/** Unpacks an image of this CPU architecture from an OCI archive into a new folder in `scratch`. */
export async function unpackImage(archive: string, scratch: string): Promise<OciImage> {
  const [layout, root] = [join(scratch, 'layout'), join(scratch, 'image')];
  for (const folder of [scratch, layout, root]) await mkdir(folder, { recursive: true, mode: 0o755 });
  await runTool('tar', ['-xf', archive, '-C', layout]);
  const blob = ({ digest }: Descriptor) => join(layout, 'blobs', digest.replace(':', '/'));
  const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
  const [index] = (await read(join(layout, 'index.json'))).manifests as Descriptor[];
  const found = ((await read(blob(index!))).manifests as Descriptor[]).find(
    ({ platform }) => platform?.architecture === architecture,
  );
  const manifest = await read(blob(found!));
  for (const layer of manifest.layers as Descriptor[])
    await runTool('tar', ['-xzpf', blob(layer), '-C', root]);
  return { root, config: (await read(blob(manifest.config))).config };
}

/** Builds the image of a service from the working copy, with the base layer and the configuration of a release. */
export async function makeImage(service: ServiceName, base: string): Promise<OciImage> {
  const parent = await createTemporaryFolder();
  await chmod(parent, 0o755);
  const root = join(parent, 'image');
  await mkdir(root);
  await runTool('tar', ['-xzpf', base, '-C', root]);
  await mkdir(join(root, 'holdfast'));
  await cp(await buildImage(service), join(root, 'holdfast'), { recursive: true });
  for (const [path, mode, uid] of [
    ['tmp', 0o1777, 0],
    ['spool', 0o770, 10_001],
  ] as const) {
    await mkdir(join(root, path), { recursive: true });
    await chown(join(root, path), uid, 0);
    await chmod(join(root, path), mode);
  }
  const script = `
    import { makeImageConfig } from './scripts/release/images.mjs';
    console.log(JSON.stringify(makeImageConfig(process.argv[1])));
  `;
  const config = JSON.parse(await runScript(script, service)) as ImageConfig;
  return { root, config };
}

/** Builds the base layer of a release for this CPU architecture. Returns the path of the layer. Needs mmdebstrap. */
export async function buildBase(): Promise<string> {
  const scratch = await createTemporaryFolder();
  const file = join(scratch, 'base.tar.gz');
  const script = `
    import { buildBaseLayer } from './scripts/release/base-image.mjs';
    const [file, architecture, scratch] = process.argv.slice(1);
    await buildBaseLayer(file, { architecture, user: 10001, epoch: 0, scratch });
  `;
  await runScript(script, file, architecture, scratch);
  return file;
}

function runScript(script: string, ...words: string[]): Promise<string> {
  const args = ['--input-type=module', '--eval', script, ...words];
  return runTool(process.execPath, args, projectFolder);
}

async function runTool(program: string, args: readonly string[], cwd = '/'): Promise<string> {
  const started = await startProcess(program, args, { cwd });
  const { code } = await started.exited;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${started.output()}`);
  return started.output();
}
