// Builds the container images of the services and of the bridge for both processors.
import { chmodSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environment, root } from '../bootstrap.mjs';
import { checkVersions } from '../image/check-versions.mjs';
import { deploy } from '../image/deploy.mjs';
import { writeLaunchers } from '../image/launchers.mjs';
import { prune } from '../image/prune.mjs';
import { REVISION, writeImageArchive } from './oci-archive.mjs';
import { packFolder } from './tar.mjs';

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/** Number of the user and group that the services run as, as in the Dockerfiles. */
const USER = 10001;

/** Settings and ports of each image, as in its Dockerfile. */
const IMAGES = {
  'repository-service': {
    env: ['HOST=0.0.0.0', 'METRICS_HOST=0.0.0.0', 'SPOOL_DIR=/spool'],
    ports: [24610, 24611],
    spools: true,
  },
  'config-service': {
    env: ['HOST=0.0.0.0', 'METRICS_HOST=0.0.0.0', 'SPOOL_DIR=/spool'],
    ports: [24620, 24621],
    spools: true,
  },
  bridge: { env: ['METRICS_HOST=0.0.0.0'], ports: [24631], spools: false },
};

/** Writes an archive for each image to the folder `to`. `trees`: program folders by processor; their Node is used. */
export async function buildServiceImages(to, { trees, version, revision, epoch, scratch, buildBaseLayer }) {
  const bases = {};
  for (const [cpu, architecture] of Object.entries(ARCHITECTURES)) {
    bases[cpu] = join(scratch, `base-${architecture}.tar.gz`);
    await buildBaseLayer(bases[cpu], { architecture, user: USER, epoch, scratch });
  }
  const temporary = await packEmptyFolder('tmp', { mode: '1777' }, { epoch, scratch });
  const spool = await packEmptyFolder('spool', { mode: '0700', owner: USER }, { epoch, scratch });
  for (const [service, { env, ports, spools }] of Object.entries(IMAGES)) {
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
      platforms.push({ architecture, layers: [bases[cpu], temporary, ...(spools ? [spool] : []), layer] });
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
      ...(spools && { Volumes: { '/spool': {} } }),
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

/** Packs a layer with one empty folder. Returns its path. */
async function packEmptyFolder(name, rights, { epoch, scratch }) {
  const parent = join(scratch, `layer-${name}`);
  mkdirSync(join(parent, name), { recursive: true });
  const file = `${parent}.tar.gz`;
  await packFolder(parent, [name], file, { epoch, ...rights });
  return file;
}
