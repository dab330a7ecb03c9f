// A JAR's manifest, as far as it says which of the JAR's files are plugins.

/** Names of the entries marked `Lockss-Plugin: true`. Undefined when none is: then every definition counts as a plugin. */
export function declaredPlugins(manifest: string): ReadonlySet<string> | undefined {
  const sections = manifest
    .replace(/\r\n?/g, '\n')
    // A line that begins with a space goes on with the line before it.
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
