// Builds the container images of the services and of the bridge for both CPU architectures.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environment, root } from '../bootstrap.mjs';
import { checkVersions } from '../image/check-versions.mjs';
import { deploy } from '../image/deploy.mjs';
import { writeLaunchers } from '../image/launchers.mjs';
import { prune } from '../image/prune.mjs';
import { REVISION, writeImageArchive } from './oci-archive.mjs';
import { packFolder } from './tar.mjs';

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/** ID of the user and group that the services run as. It must equal the ID in the Dockerfiles. */
const USER = 10001;

const IMAGES = ['repository-service', 'config-service', 'bridge'];

/** Returns the settings, ports and volumes in the last stage of a service's Dockerfile. */
function readDockerfile(service) {
  const text = readFileSync(join(root, 'services', service, 'Dockerfile'), 'utf8').replaceAll(/\\\n/g, ' ');
  const stage = text.slice(text.lastIndexOf('\nFROM '));
  const words = (instruction) =>
    [...stage.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].flatMap(([, rest]) =>
      rest.trim().split(/\s+/),
    );
  return {
    env: words('ENV'),
    ports: words('EXPOSE'),
    volumes: words('VOLUME').flatMap((list) => JSON.parse(list)),
  };
}

/**
 * Writes an OCI archive of each image to the folder `to`. `trees`: program folders by CPU architecture; the images use
 * their Node.
 */
export async function buildServiceImages(to, { trees, version, revision, epoch, scratch, buildBaseLayer }) {
  const bases = {};
  for (const [cpu, architecture] of Object.entries(ARCHITECTURES)) {
    bases[cpu] = join(scratch, `base-${architecture}.tar.gz`);
    await buildBaseLayer(bases[cpu], { architecture, user: USER, epoch, scratch });
  }
  const temporary = await packEmptyFolder('tmp', { mode: '1777' }, { epoch, scratch });
  const layers = {
    '/spool': await packEmptyFolder('spool', { mode: '0700', owner: USER }, { epoch, scratch }),
  };
  for (const service of IMAGES) {
    const { env, ports, volumes } = readDockerfile(service);
    const folders = volumes.map((path) => layers[path]);
    if (folders.includes(undefined))
      throw new Error(`there is no layer for a volume of ${service}: ${volumes.join(' ')}`);
    const parent = join(scratch, `image-${service}`);
    const folder = join(parent, 'holdfast');
    mkdirSync(folder, { recursive: true });
    deploy(service, folder);
    checkVersions(folder, join(root, 'pnpm-lock.yaml'));
    prune(folder, root, service);
    await writeLaunchers(folder, { service, root, path: environment.PATH });
    const platforms = [];
    for (const [cpu, architecture] of Object.entries(ARCHITECTURES)) {
      cpSync(join(trees[cpu], 'bin', 'node'), join(folder, 'bin', 'node'));
      chmodSync(join(folder, 'bin', 'node'), 0o755);
      const layer = join(scratch, `${service}-${architecture}.tar.gz`);
      await packFolder(parent, ['holdfast'], layer, { epoch });
      platforms.push({ architecture, layers: [bases[cpu], temporary, ...folders, layer] });
    }
    const labels = {
      'org.opencontainers.image.title': `holdfast ${service}`,
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.licenses': 'Apache-2.0',
      [REVISION]: revision,
    };
    const config = {
      User: `${USER}:${USER}`,
      Env: ['PATH=/holdfast/bin:/usr/bin:/bin', ...env],
      Entrypoint: [`/holdfast/bin/${service}`],
      ExposedPorts: Object.fromEntries(ports.map((port) => [`${port}/tcp`, {}])),
      ...(volumes.length > 0 && { Volumes: Object.fromEntries(volumes.map((path) => [path, {}])) }),
    };
    const image = { name: `holdfast-${service}`, version, labels, config };
    await writeImageArchive(join(to, `holdfast-${service}-${version}.oci.tar`), {
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
