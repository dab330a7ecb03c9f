// Data of an AU: its configuration, its title entry and its plugin.
import { decodeAuKey, parseAuid } from '@holdfast/auid';
import type { Plugin } from '../plugins/plugin.ts';
import type { TitleEntry } from '../titles/title-entry.ts';
import { renderAuName } from './make-name.ts';

export interface KnownAu {
  readonly auid: string;
  readonly pluginId: string;
  /** Stored configuration. If the AU is not configured, the configuration in its title entry. */
  readonly configuration: Readonly<Record<string, string>>;
  readonly title: TitleEntry | undefined;
  /** Undefined if the plugin is not loaded. */
  readonly plugin: Plugin | undefined;
}

/**
 * Returns the name of the AU: its name in the title database if any, else the stored display name, else the plugin's
 * name for it, else the AUID.
 */
export function chooseAuName(au: KnownAu): string {
  const { title, configuration, plugin, auid } = au;
  return title?.name ?? configuration['reserved.displayName'] ?? renderAuName(plugin, configuration) ?? auid;
}

/** Parameter with the year of an AU. Most LOCKSS plugins declare it. */
export const YEAR_PARAMETER = 'year';
/** Pattern of a year or of a range of years, such as `2014` or `2014-2015`. */
export const YEAR_PATTERN = '^[0-9]{4}([-/][0-9]{2,4})?$';

/** Returns the year of the AU: from the title database, else from the parameters of the AU. Undefined if unknown. */
export function findAuYear({ title, configuration, auid }: KnownAu): string | undefined {
  const parts = parseAuid(auid);
  const inAuid = parts && decodeAuKey(parts.auKey);
  const given = [configuration, inAuid].map((parameters) => parameters?.[YEAR_PARAMETER]);
  return title?.year ?? given.find((year) => year !== undefined && new RegExp(YEAR_PATTERN).test(year));
}
