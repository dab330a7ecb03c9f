// The name that a plugin makes for an AU of the values that the AU has. Which of its names an AU is called by says
// known-au.ts.
import { createHash } from 'node:crypto';
import type { Plugin } from '../plugins/plugin.ts';
import { type AuValues, auValues } from '../templates/au-values.ts';
import { renderName } from '../templates/render.ts';
import { TemplateError } from '../templates/template.ts';

type Configuration = Readonly<Record<string, string>>;

/** A name as it is kept with a configuration, so that queries can ask for it. */
export interface MadeName {
  /** Null when the plugin makes none. */
  readonly name: string | null;
  /** What it was made by: see `nameRule`. */
  readonly rule: string;
}

export function madeName(plugin: Plugin | undefined, configuration: Configuration): MadeName {
  return { name: nameByPlugin(plugin, configuration) ?? null, rule: nameRule(plugin) };
}

/** Differs when the plugin may make other names: a digest of all that they follow from beside the configuration. */
export function nameRule(plugin: Plugin | undefined): string {
  if (plugin === undefined) return '';
  const types = plugin.parameters.map(({ key, type }) => [key, type]);
  return createHash('sha256')
    .update(JSON.stringify([plugin.rules.au_name ?? null, types]))
    .digest('hex');
}

/** Undefined when there is no such plugin, or it cannot name this AU. */
export function nameByPlugin(plugin: Plugin | undefined, configuration: Configuration): string | undefined {
  const template = plugin?.rules.au_name;
  if (plugin === undefined || typeof template !== 'string') return undefined;
  try {
    return renderName(template, valuesOf(plugin, { configuration }));
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

/** The values that fill the templates of the plugin's rules. */
export function valuesOf(plugin: Plugin, au: { readonly configuration: Configuration }): AuValues {
  return auValues({ parameters: plugin.parameters, configuration: au.configuration });
}
