// An AU with all that the service knows of it: its configuration or title entry, and its plugin.
import type { Plugin } from '../plugins/plugin.ts';
import { type AuValues, auValues } from '../templates/au-values.ts';
import { renderName } from '../templates/render.ts';
import { TemplateError } from '../templates/template.ts';
import type { TitleEntry } from '../titles/title-entry.ts';

export interface KnownAu {
  readonly auid: string;
  readonly pluginId: string;
  /** The stored one; where the AU is not configured, the one that its title entry would give it. */
  readonly configuration: Readonly<Record<string, string>>;
  readonly title: TitleEntry | undefined;
  /** Undefined when it is not loaded. */
  readonly plugin: Plugin | undefined;
}

/** The values that fill the templates of its plugin's rules. */
export function valuesOf(plugin: Plugin, { configuration }: Pick<KnownAu, 'configuration'>): AuValues {
  return auValues({ parameters: plugin.parameters, configuration });
}

/** The name in the title database; else the one it was stored with; else the one its plugin makes; else its AUID. */
export function nameOf(au: KnownAu): string {
  return au.title?.name ?? au.configuration['reserved.displayName'] ?? nameByPlugin(au) ?? au.auid;
}

function nameByPlugin(au: KnownAu): string | undefined {
  const template = au.plugin?.rules.au_name;
  if (au.plugin === undefined || typeof template !== 'string') return undefined;
  try {
    return renderName(template, valuesOf(au.plugin, au));
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}
