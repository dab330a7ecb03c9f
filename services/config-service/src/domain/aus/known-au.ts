// An AU with all that the service knows of it: its configuration or title entry, and its plugin.
import type { Plugin } from '../plugins/plugin.ts';
import type { TitleEntry } from '../titles/title-entry.ts';
import { nameByPlugin } from './made-name.ts';

export interface KnownAu {
  readonly auid: string;
  readonly pluginId: string;
  /** The stored one; where the AU is not configured, the one that its title entry would give it. */
  readonly configuration: Readonly<Record<string, string>>;
  readonly title: TitleEntry | undefined;
  /** Undefined when it is not loaded. */
  readonly plugin: Plugin | undefined;
}

/** The name in the title database; else the one it was stored with; else the one its plugin makes; else its AUID. */
export function nameOf(au: KnownAu): string {
  const { title, configuration, plugin, auid } = au;
  return title?.name ?? configuration['reserved.displayName'] ?? nameByPlugin(plugin, configuration) ?? auid;
}
