// Writes the SBOM of a program folder as CycloneDX 1.6: every installed npm package (PostgreSQL is one of them), Node, and the
// Debian packages of an image.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPackageFolders } from '../image/check-versions.mjs';

/**
 * Returns the SBOM as text. It contains no current time and no random number, so equal folders give equal SBOMs.
 * `epoch`: Unix time of the release, in seconds. `debian`: Debian packages of the image. `image`: name of the image.
 */
export function describeBillOfMaterials(folder, { version, revision, node, epoch, debian = [], image }) {
  const all = [...listPackages(join(folder, 'node_modules')), ...debian.map(describeDebianPackage)];
  const packages = new Map(all.map((one) => [one.purl, one]));
  const components = [...packages.values(), describeNode(node)].sort((a, b) => (a.purl < b.purl ? -1 : 1));
  const name = image ?? 'holdfast';
  const holdfast = {
    type: image === undefined ? 'application' : 'container',
    name,
    version,
    purl: `pkg:generic/${name}@${version}`,
  };
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      component: {
        ...holdfast,
        'bom-ref': holdfast.purl,
        properties: [{ name: 'revision', value: revision }],
      },
    },
    components,
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function listPackages(modules) {
  return listPackageFolders(modules).flatMap((path) => {
    const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    if (manifest.name.startsWith('@holdfast/')) return [];
    const nested = join(path, 'node_modules');
    return [describePackage(manifest), ...(existsSync(nested) ? listPackages(nested) : [])];
  });
}

function describePackage({ name, version, license }) {
  const [scope, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${scope === undefined ? '' : `${encodeURIComponent(scope)}/`}${own}@${version}`;
  const known = typeof license === 'string' ? { licenses: describeLicense(license) } : {};
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope && { group: scope }),
    name: own,
    version,
    ...known,
    purl,
  };
}

function describeDebianPackage({ name, version, architecture }) {
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`;
  return { type: 'library', 'bom-ref': purl, name, version, purl };
}

/** A licence that contains a space, such as "MIT OR Apache-2.0", is an SPDX expression. */
function describeLicense(license) {
  return /\s/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

function describeNode(version) {
  const purl = `pkg:generic/node@${version}`;
  return {
    type: 'platform',
    'bom-ref': purl,
    name: 'node',
    version,
    licenses: [{ license: { id: 'MIT' } }],
    purl,
  };
}
