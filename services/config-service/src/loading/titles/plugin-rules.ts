// Computes a digest of the parameter rules of plugins. If the digest changes, title files with entries for these
// plugins are read again.
import { createHash } from 'node:crypto';
import type { Plugin } from '../../domain/plugins/plugin.ts';

/** Maximum number of plugin IDs that are stored for a title file. A file with more plugins depends on all plugins. */
const MAX_PLUGIN_IDS = 1_000;

/** Returns the sorted plugin IDs to store for a title file, or null if there are too many. */
export function toStoredPluginIds(pluginIds: ReadonlySet<string>): readonly string[] | null {
  return pluginIds.size > MAX_PLUGIN_IDS ? null : [...pluginIds].sort();
}

/** Returns a digest of the rules of the given plugins, or of all plugins if `pluginIds` is null. */
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
