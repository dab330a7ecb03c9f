// Digest of the parameter rules of plugins. When it changes, files whose entries name these plugins are read again.
import { createHash } from 'node:crypto';
import type { Plugin } from '../../domain/plugins/plugin.ts';

/**
 * Maximum number of plugins stored for a file. A file with entries for more plugins counts as depending on all plugins.
 */
const MAX_PLUGIN_IDS = 1_000;

/** Returns the ids stored for a file: sorted, or null if there are too many. */
export function toStoredPluginIds(pluginIds: ReadonlySet<string>): readonly string[] | null {
  return pluginIds.size > MAX_PLUGIN_IDS ? null : [...pluginIds].sort();
}

/** If `pluginIds` is null, includes all plugins. */
export function digestPluginRules(
  pluginIds: readonly string[] | null,
  plugins: ReadonlyMap<string, Plugin>,
): string {
  const hash = createHash('sha256');
  for (const pluginId of pluginIds ?? [...plugins.keys()].sort()) {
    const parameters = plugins
      .get(pluginId)
      ?.parameters.map((one) => [one.key, one.definitional, one.defaultOnly]);
    hash.update(JSON.stringify([pluginId, parameters ?? null]));
  }
  return hash.digest('hex');
}
