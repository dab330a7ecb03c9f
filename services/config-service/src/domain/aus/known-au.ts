// All data that the service has about an AU: its configuration, title entry and plugin.
import type { Plugin } from '../plugins/plugin.ts';
import type { TitleEntry } from '../titles/title-entry.ts';
import { renderAuName } from './make-name.ts';

export interface KnownAu {
  readonly auid: string;
  readonly pluginId: string;
  /** The stored configuration. For an AU that is not configured, the configuration that its title entry defines. */
  readonly configuration: Readonly<Record<string, string>>;
  readonly title: TitleEntry | undefined;
  /** Undefined if the plugin is not loaded. */
  readonly plugin: Plugin | undefined;
}

/**
 * Returns the name of the AU: its name in the title database, else the stored display name, else the name made by the
 * plugin, else the AUID.
 */
export function chooseAuName(au: KnownAu): string {
  const { title, configuration, plugin, auid } = au;
  return title?.name ?? configuration['reserved.displayName'] ?? renderAuName(plugin, configuration) ?? auid;
}
