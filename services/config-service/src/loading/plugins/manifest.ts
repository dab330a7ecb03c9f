// Finds the plugins that a JAR's manifest declares.

/**
 * Returns the entries marked `Lockss-Plugin: true`. Returns undefined if no entry is marked; every definition is then a
 * plugin.
 */
export function parseDeclaredPlugins(manifest: string): ReadonlySet<string> | undefined {
  const sections = manifest
    .replace(/\r\n?/g, '\n')
    // Joins continuation lines, which begin with a space.
    .replaceAll('\n ', '')
    .split('\n\n');
  const names = sections.map(attributesOf).flatMap((attributes) => {
    const name = attributes.get('name');
    return name !== undefined && attributes.get('lockss-plugin')?.toLowerCase() === 'true' ? [name] : [];
  });
  return names.length === 0 ? undefined : new Set(names);
}

function attributesOf(section: string): ReadonlyMap<string, string> {
  return new Map(
    section.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, Math.max(0, colon)).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}
