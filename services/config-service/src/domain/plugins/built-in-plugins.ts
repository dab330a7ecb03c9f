// The plugins that are always there, because the field's own software has them built in: of AUs that are nothing but a
// name, of plugin registries, of imported files and of exploded archives. Other services keep the state of such AUs here
// whether or not they are configured.
import { decodeAuKey, parseAuid } from '@holdfast/auid';
import { NAMED_PLUGIN_ID, namedPlugin } from './named-plugin.ts';
import type { Plugin } from './plugin.ts';
import { everyPluginsParameters, standardParameter } from './standard-parameters.ts';

/** Those whose parameters are known, by id. */
export const builtInPlugins: ReadonlyMap<string, Plugin> = new Map([
  [NAMED_PLUGIN_ID, namedPlugin],
  ...[
    ofBaseUrl('org.lockss.plugin.RegistryPlugin', 'Plugin Registry Plugin', '2'),
    ofBaseUrl('org.lockss.plugin.ImportPlugin', 'Import', '1'),
  ].map((plugin) => [plugin.pluginId, plugin] as const),
]);

/** What defines its AUs depends on what was exploded: only the AUID says it. */
const EXPLODED_PLUGIN_ID = 'org.lockss.plugin.exploded.ExplodedPlugin';

export function isBuiltIn(pluginId: string): boolean {
  return builtInPlugins.has(pluginId) || pluginId === EXPLODED_PLUGIN_ID;
}

/** What the AUID of an AU of such a plugin says of it; undefined for other AUs. */
export function builtInConfiguration(auid: string): Record<string, string> | undefined {
  const parts = parseAuid(auid);
  if (parts === undefined || !isBuiltIn(parts.pluginId)) return undefined;
  return decodeAuKey(parts.auKey) ?? {};
}

function ofBaseUrl(pluginId: string, name: string, version: string): Plugin {
  return {
    pluginId,
    name,
    version,
    type: 'Builtin',
    definition: {},
    rules: { au_name: `"${name}: %s", base_url` },
    parameters: [standardParameter('base_url')!, ...everyPluginsParameters],
  };
}
