// An AU with all that the service knows of it: its configuration or title entry, and its plugin.
import { parseAuid } from '@holdfast/auid';
import type { Executor } from '@holdfast/pg-kit';
import type { Plugin } from '../../domain/plugins/plugin.ts';
import { type AuValues, auValues } from '../../domain/templates/au-values.ts';
import { renderName } from '../../domain/templates/render.ts';
import { Unusable } from '../../domain/templates/unusable.ts';
import type { TitleEntry } from '../../domain/titles/title-entry.ts';
import { findPlugin } from '../../index/plugins/plugins.db.ts';
import type { ConfigSchema } from '../../index/schema/schema.ts';
import { findTitleEntries } from '../../index/titles/titles.db.ts';
import { findAu } from '../aus/aus.ts';
import { noSuchAu } from '../errors.ts';

export interface KnownAu {
  readonly auid: string;
  readonly pluginId: string;
  /** As stored; of an AU that is not configured, what its title entry would give it. */
  readonly configuration: Readonly<Record<string, string>>;
  readonly title: TitleEntry | undefined;
  /** Undefined when it is not loaded. */
  readonly plugin: Plugin | undefined;
}

/** Throws 404 for an AU that is neither configured nor in the title database. */
export async function knownAu(db: Executor<ConfigSchema>, auid: string): Promise<KnownAu> {
  const pluginId = parseAuid(auid)?.pluginId;
  const [au, titles] = await Promise.all([findAu(db, auid), findTitleEntries(db, [auid])]);
  const title = titles.get(auid);
  const configuration = au?.configuration ?? title?.configuration;
  if (pluginId === undefined || configuration === undefined) throw noSuchAu(auid);
  return { auid, pluginId, configuration, title, plugin: await findPlugin(db, pluginId) };
}

/** What the templates of its plugin's rules are filled with. */
export function valuesOf(plugin: Plugin, { configuration }: Pick<KnownAu, 'configuration'>): AuValues {
  return auValues({ parameters: plugin.parameters, configuration });
}

/** From the title database; else the name it was stored with; else the one its plugin makes; else its AUID. */
export function nameOf(au: KnownAu): string {
  return au.title?.name ?? au.configuration['reserved.displayName'] ?? nameByPlugin(au) ?? au.auid;
}

function nameByPlugin(au: KnownAu): string | undefined {
  const template = au.plugin?.rules.au_name;
  if (au.plugin === undefined || typeof template !== 'string') return undefined;
  try {
    return renderName(template, valuesOf(au.plugin, au));
  } catch (error) {
    if (error instanceof Unusable) return undefined;
    throw error;
  }
}
