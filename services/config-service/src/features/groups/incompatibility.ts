// Why an AU cannot be active with the plugin it has, in the words of a group result.
import { parseAuid } from '@holdfast/auid';
import { type AuToCheck, faultOf, faultWithoutPlugin } from '../../domain/aus/check-configuration.ts';
import type { Batch, GroupDeps } from './group.ts';

/** Undefined when it can. */
export function incompatibility(
  { allowUnknownPlugins }: GroupDeps,
  { plugins }: Batch,
  au: AuToCheck,
): string | undefined {
  const { pluginId } = parseAuid(au.auid)!;
  const plugin = plugins.get(pluginId);
  if (plugin === undefined && !allowUnknownPlugins) return `Plugin not found: ${pluginId}`;
  const fault = plugin === undefined ? faultWithoutPlugin(au) : faultOf(plugin, au);
  return fault === undefined ? undefined : `Incompatible with plugin ${plugin?.name ?? pluginId}: ${fault}`;
}
