// Makes the name that a plugin gives to an AU from the AU's values. known-au.ts chooses among the possible names.
import { createHash } from 'node:crypto';
import type { Plugin } from '../plugins/plugin.ts';
import { type AuValues, makeAuValues } from '../templates/au-values.ts';
import { renderName } from '../templates/render.ts';
import { TemplateError } from '../templates/template.ts';

type Configuration = Readonly<Record<string, string>>;

/** Name that the plugin makes for an AU. It is stored with the configuration so that queries can select it. */
export interface GeneratedName {
  /** Null if the plugin makes no name. */
  readonly name: string | null;
  /** Digest of the rule that made the name: see `digestNameRule`. */
  readonly rule: string;
}

export function makeName(plugin: Plugin | undefined, configuration: Configuration): GeneratedName {
  return { name: renderAuName(plugin, configuration) ?? null, rule: digestNameRule(plugin) };
}

/**
 * Returns a digest of everything that determines the name, except the configuration. If the plugin's rules or
 * parameters change, the digest changes, and names stored with the earlier digest are outdated.
 */
export function digestNameRule(plugin: Plugin | undefined): string {
  if (plugin === undefined) return '';
  const types = plugin.parameters.map(({ key, type }) => [key, type]);
  return createHash('sha256')
    .update(JSON.stringify([plugin.rules.au_name ?? null, types]))
    .digest('hex');
}

/** Returns undefined if the plugin is not loaded or cannot name this AU. */
export function renderAuName(plugin: Plugin | undefined, configuration: Configuration): string | undefined {
  const template = plugin?.rules.au_name;
  if (plugin === undefined || typeof template !== 'string') return undefined;
  try {
    return renderName(template, getTemplateValues(plugin, { configuration }));
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

/** Returns the values that fill the templates of the plugin's rules. */
export function getTemplateValues(plugin: Plugin, au: { readonly configuration: Configuration }): AuValues {
  return makeAuValues({ parameters: plugin.parameters, configuration: au.configuration });
}
