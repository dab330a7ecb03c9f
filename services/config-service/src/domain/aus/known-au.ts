// All data that the service has about an AU: its configuration, title entry and plugin.
import type { Plugin } from '../plugins/plugin.ts';
import type { TitleEntry } from '../titles/title-entry.ts';
import { renderAuName } from './make-name.ts';

export interface KnownAu {
  readonly auid: string;
  readonly pluginId: string;
  /**
   * The stored configuration or, for an AU that is not configured, the configuration that its title entry would give
   * it.
   */
  readonly configuration: Readonly<Record<string, string>>;
  readonly title: TitleEntry | undefined;
  /** Undefined if the plugin is not loaded. */
  readonly plugin: Plugin | undefined;
}

/**
 * Returns the first of these that exists: the name in the title database, the stored display name, the name made by the
 * plugin, the AUID.
 */
export function chooseAuName(au: KnownAu): string {
  const { title, configuration, plugin, auid } = au;
  return title?.name ?? configuration['reserved.displayName'] ?? renderAuName(plugin, configuration) ?? auid;
}
