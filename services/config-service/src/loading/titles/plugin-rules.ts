// What plugins say of the parameters of AUs, in short: where it changes, the entries that name them are read again.
import { createHash } from 'node:crypto';
import type { Plugin } from '../../domain/plugins/plugin.ts';

/** A file with entries of more than these depends on all plugins. */
const MAX_PLUGIN_IDS = 1_000;

/** The ids as they are kept for a file: sorted, or null when they are too many. */
export function knownPluginIds(pluginIds: ReadonlySet<string>): readonly string[] | null {
  return pluginIds.size > MAX_PLUGIN_IDS ? null : [...pluginIds].sort();
}

/** `pluginIds` null: of all plugins. */
export function pluginRulesOf(
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
