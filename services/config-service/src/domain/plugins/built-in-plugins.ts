// Built-in plugins of LOCKSS, for named AUs, plugin registries, imported files and exploded archives. Other services
// store state documents of such AUs in this service, even if the AUs are not configured.
import { decodeAuKey, parseAuid } from '@holdfast/auid';
import { NAMED_PLUGIN_ID, namedPlugin } from './named-plugin.ts';
import type { Plugin } from './plugin.ts';
import { commonParameters, findStandardParameter } from './standard-parameters.ts';

/** Built-in plugins with a fixed set of parameters, by plugin ID. */
export const builtInPlugins: ReadonlyMap<string, Plugin> = new Map([
  [NAMED_PLUGIN_ID, namedPlugin],
  ...[
    makeBaseUrlPlugin('org.lockss.plugin.RegistryPlugin', 'Plugin Registry Plugin', '2'),
    makeBaseUrlPlugin('org.lockss.plugin.ImportPlugin', 'Import', '1'),
  ].map((plugin) => [plugin.pluginId, plugin] as const),
]);

/** Plugin with different definitional parameters for each archive. The AUID is the only source of these parameters. */
const EXPLODED_PLUGIN_ID = 'org.lockss.plugin.exploded.ExplodedPlugin';

export function isBuiltIn(pluginId: string): boolean {
  return builtInPlugins.has(pluginId) || pluginId === EXPLODED_PLUGIN_ID;
}

/** Returns the parameters in an AUID, or undefined if the AU's plugin is not built in. */
export function decodeBuiltInConfiguration(auid: string): Record<string, string> | undefined {
  const parts = parseAuid(auid);
  if (parts === undefined || !isBuiltIn(parts.pluginId)) return undefined;
  return decodeAuKey(parts.auKey) ?? {};
}

function makeBaseUrlPlugin(pluginId: string, name: string, version: string): Plugin {
  return {
    pluginId,
    name,
    version,
    type: 'Builtin',
    definition: {},
    rules: { au_name: `"${name}: %s", base_url` },
    parameters: [findStandardParameter('base_url')!, ...commonParameters],
  };
}
