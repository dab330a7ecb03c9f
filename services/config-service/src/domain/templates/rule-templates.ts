import type { PluginRule } from '../plugins/plugin.ts';

/**
 * Returns the templates of a plugin rule. A rule is a string, a list of strings, or a map from coverage depth to
 * strings or lists, with `*` as the default.
 */
export function selectTemplates(rule: PluginRule | undefined, depth: string | undefined): string[] {
  if (typeof rule === 'string') return [rule];
  if (Array.isArray(rule)) return rule.filter((template) => typeof template === 'string');
  if (typeof rule !== 'object' || rule === null) return [];
  const byDepth = new Map(Object.entries(rule));
  const chosen = byDepth.get(depth ?? 'fulltext') ?? byDepth.get('*');
  return typeof chosen === 'string' || Array.isArray(chosen) ? selectTemplates(chosen, depth) : [];
}
