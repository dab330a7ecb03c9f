// Builds the container images of the services, the bridge and the CLI for both CPU architectures.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { fillImage } from '../image/fill.mjs';
import { imagePrograms, listProgramFolders } from '../image/programs.mjs';
import { describeBillOfMaterials } from './bill-of-materials.mjs';
import { REVISION, writeImageArchive } from './oci-archive.mjs';
import { packFolder } from './tar.mjs';

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/** ID of the user and group that the services run as. It must equal the ID in the Dockerfiles. */
const USER = 10001;

/** Returns the settings, ports, volumes and program in the last stage of an image's Dockerfile. */
function readDockerfile(image) {
  const [folder] = listProgramFolders(image);
  const text = readFileSync(join(root, folder, 'Dockerfile'), 'utf8').replaceAll(/\\\n/g, ' ');
  const stage = text.slice(text.lastIndexOf('\nFROM '));
  const words = (instruction) =>
    [...stage.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].flatMap(([, rest]) =>
      rest.trim().split(/\s+/),
    );
  return {
    env: words('ENV').filter((variable) => !variable.startsWith('PATH=')),
    entrypoint: words('ENTRYPOINT').flatMap((list) => JSON.parse(list)),
    ports: words('EXPOSE'),
    volumes: words('VOLUME').flatMap((list) => JSON.parse(list)),
  };
}

/** Returns the configuration of an image, from its Dockerfile. */
export function makeImageConfig(image) {
  const { env, ports, volumes, entrypoint } = readDockerfile(image);
  return {
    User: `${USER}:${USER}`,
    Env: ['PATH=/holdfast/bin:/usr/bin:/bin', ...env],
    Entrypoint: entrypoint,
    ExposedPorts: Object.fromEntries(ports.map((port) => [`${port}/tcp`, {}])),
    ...(volumes.length > 0 && { Volumes: Object.fromEntries(volumes.map((path) => [path, {}])) }),
  };
}

/**
 * Writes an OCI archive and an SBOM of each image to the folder `to`. `trees`: program folders by CPU architecture.
 * `node`: version of the Node in these folders.
 */
export async function buildServiceImages(to, options) {
  const { trees, version, revision, node, epoch, scratch, buildBaseLayer } = options;
  const bases = {};
  const debian = [];
  for (const [cpu, architecture] of Object.entries(ARCHITECTURES)) {
    bases[cpu] = join(scratch, `base-${architecture}.tar.gz`);
    debian.push(...(await buildBaseLayer(bases[cpu], { architecture, user: USER, epoch, scratch })));
  }
  const temporary = await packEmptyFolder('tmp', { mode: '1777' }, { epoch, scratch });
  const layers = {
    // The spool belongs to group 0, because containers that run as an arbitrary user (OpenShift) are in this group.
    '/spool': await packEmptyFolder('spool', { mode: '0770', owner: USER }, { epoch, scratch }),
  };
  for (const name of Object.keys(imagePrograms)) {
    const config = makeImageConfig(name);
    const volumes = Object.keys(config.Volumes ?? {});
    const folders = volumes.map((path) => layers[path]);
    if (folders.includes(undefined))
      throw new Error(`there is no layer for a volume of ${name}: ${volumes.join(' ')}`);
    const parent = join(scratch, `image-${name}`);
    const folder = join(parent, 'holdfast');
    mkdirSync(folder, { recursive: true });
    await fillImage(folder, name);
    writeFileSync(
      join(to, `holdfast-${name}-${version}.cdx.json`),
      describeBillOfMaterials(folder, { version, revision, node, epoch, debian, image: `holdfast-${name}` }),
    );
    const platforms = [];
    for (const [cpu, architecture] of Object.entries(ARCHITECTURES)) {
      cpSync(join(trees[cpu], 'bin', 'node'), join(folder, 'bin', 'node'));
      chmodSync(join(folder, 'bin', 'node'), 0o755);
      const layer = join(scratch, `${name}-${architecture}.tar.gz`);
      await packFolder(parent, ['holdfast'], layer, { epoch });
      platforms.push({ architecture, layers: [bases[cpu], temporary, ...folders, layer] });
    }
    const labels = {
      'org.opencontainers.image.title': `holdfast ${name}`,
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.licenses': 'Apache-2.0',
      [REVISION]: revision,
    };
    const image = {
      name: `holdfast-${name}`,
      reference: `docker.io/holdfast/${name}`,
      version,
      labels,
      config,
    };
    await writeImageArchive(join(to, `holdfast-${name}-${version}.oci.tar`), {
      image,
      platforms,
      epoch,
      scratch,
    });
    rmSync(parent, { recursive: true });
  }
}

/** Packs a layer that contains a single empty folder. Returns the layer's path. */
async function packEmptyFolder(name, rights, { epoch, scratch }) {
  const parent = join(scratch, `layer-${name}`);
  mkdirSync(join(parent, name), { recursive: true });
  const file = `${parent}.tar.gz`;
  await packFolder(parent, [name], file, { epoch, ...rights });
  return file;
}
