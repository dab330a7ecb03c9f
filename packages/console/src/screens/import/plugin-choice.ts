// Options for the choice of a plugin: plugins by name, ID and publishing platform, and base plugins at the end.
import type { PluginWsResult } from '@holdfast/api-types';

export const PLUGIN_QUERY =
  'select pluginId, name, publishingPlatform, auCount, definition.plugin_parent order by name';

/** Maximum number of options in a group. */
const MOST = 50;

export interface PluginOption {
  /** ID of the plugin. */
  readonly key: string;
  readonly title: string;
  readonly hint: string;
  readonly badge?: string;
}

export interface PluginGroup {
  readonly key: string;
  readonly title: string;
  readonly options: readonly PluginOption[];
}

export interface PluginGroupTitles {
  readonly plugins: string;
  /** Title and badge of base plugins: plugins that other plugins extend and that have no AUs. */
  readonly base: string;
}

/** Returns the plugins whose name, ID or platform contains the text. Names that begin with the text come first. */
export function findPluginGroups(
  plugins: readonly PluginWsResult[],
  text: string,
  titles: PluginGroupTitles,
): readonly PluginGroup[] {
  const parents = new Set(plugins.map(({ definition }) => definition?.plugin_parent));
  const isBase = ({ pluginId, auCount = 0 }: PluginWsResult) => parents.has(pluginId) && auCount === 0;
  const sought = text.toLowerCase();
  const found = plugins
    .filter(({ pluginId = '', name = '', publishingPlatform = '' }) =>
      [pluginId, name, publishingPlatform].some((one) => one.toLowerCase().includes(sought)),
    )
    .sort((a, b) => Number(hasNamePrefix(b, sought)) - Number(hasNamePrefix(a, sought)));
  const groups = [
    { key: 'plugins', title: titles.plugins, options: found.filter((one) => !isBase(one)).map(toOption) },
    {
      key: 'base',
      title: titles.base,
      options: found.filter(isBase).map((one) => ({ ...toOption(one), badge: titles.base })),
    },
  ];
  return groups
    .filter(({ options }) => options.length > 0)
    .map((group) => ({ ...group, options: group.options.slice(0, MOST) }));
}

const hasNamePrefix = ({ name = '' }: PluginWsResult, sought: string): boolean =>
  name.toLowerCase().startsWith(sought);

function toOption({ pluginId = '', name, publishingPlatform }: PluginWsResult): PluginOption {
  const hint = publishingPlatform === undefined ? pluginId : `${pluginId} · ${publishingPlatform}`;
  return { key: pluginId, title: name ?? pluginId, hint };
}
