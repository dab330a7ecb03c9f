// What pnpm has to know of packages beside what they say of themselves.

/** Node's packages say in one word for which system and processor they are, where pnpm looks for lists. */
function readPackage(manifest) {
  if (!manifest.name?.startsWith('node-linux-')) return manifest;
  return { ...manifest, os: [manifest.os].flat(), cpu: [manifest.cpu].flat() };
}

module.exports = { hooks: { readPackage } };
