// Writes container images as OCI archives (image-spec 1.1) without a container engine. An archive contains one image
// per CPU architecture, with a Debian base layer and a layer for the program.
import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { packFolder } from './tar.mjs';

const TYPES = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
};

/**
 * Writes the archive. `platforms`: compressed layers for each architecture (amd64, arm64), lowest first. `image`: name,
 * version, labels, run-time configuration, and `reference`: the name that the manifests use. `epoch`: Unix time of all entries, in seconds.
 */
export async function writeImageArchive(file, { image, platforms, epoch, scratch }) {
  const layout = join(scratch, `oci-${image.name}`);
  const blobs = join(layout, 'blobs', 'sha256');
  mkdirSync(blobs, { recursive: true });
  const created = new Date(epoch * 1000).toISOString();
  const manifests = [];
  for (const { architecture, layers } of platforms) {
    const described = [];
    for (const layer of layers) described.push(await addLayer(blobs, layer));
    const config = addJson(blobs, TYPES.config, {
      created,
      architecture,
      os: 'linux',
      config: { ...image.config, Labels: image.labels },
      rootfs: { type: 'layers', diff_ids: described.map(({ diffId }) => diffId) },
      history: described.map(() => ({ created, created_by: `holdfast ${image.labels[REVISION]}` })),
    });
    const manifest = addJson(blobs, TYPES.manifest, {
      schemaVersion: 2,
      mediaType: TYPES.manifest,
      config,
      layers: described.map(({ descriptor }) => descriptor),
      annotations: image.labels,
    });
    manifests.push({ ...manifest, platform: { architecture, os: 'linux' } });
  }
  const index = addJson(blobs, TYPES.index, { schemaVersion: 2, mediaType: TYPES.index, manifests });
  // Container tools read the name of the image from either of these annotations.
  const annotations = {
    'org.opencontainers.image.ref.name': image.version,
    'io.containerd.image.name': `${image.reference}:${image.version}`,
  };
  writeFileSync(
    join(layout, 'index.json'),
    JSON.stringify({ schemaVersion: 2, mediaType: TYPES.index, manifests: [{ ...index, annotations }] }),
  );
  writeFileSync(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  await packFolder(layout, ['blobs', 'index.json', 'oci-layout'], file, { epoch, compress: false });
  rmSync(layout, { recursive: true });
}

/** Label that contains the commit from which an image was built. */
export const REVISION = 'org.opencontainers.image.revision';

async function addLayer(blobs, file) {
  const diffId = createHash('sha256');
  await pipeline(createReadStream(file), createGunzip(), diffId);
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  const name = digest.digest('hex');
  copyFileSync(file, join(blobs, name));
  const descriptor = { mediaType: TYPES.layer, digest: `sha256:${name}`, size: statSync(file).size };
  return { descriptor, diffId: `sha256:${diffId.digest('hex')}` };
}

function addJson(blobs, mediaType, value) {
  const text = JSON.stringify(value);
  const name = createHash('sha256').update(text).digest('hex');
  writeFileSync(join(blobs, name), text);
  return { mediaType, digest: `sha256:${name}`, size: Buffer.byteLength(text) };
}
