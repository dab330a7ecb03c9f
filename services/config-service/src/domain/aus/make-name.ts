// Fills the name template of a plugin with the parameters of an AU. known-au.ts chooses among the possible names.
import { createHash } from 'node:crypto';
import type { Plugin } from '../plugins/plugin.ts';
import { type AuValues, makeAuValues } from '../templates/au-values.ts';
import { renderName } from '../templates/render.ts';
import { TemplateError } from '../templates/template.ts';

type Configuration = Readonly<Record<string, string>>;

/** Name that the plugin makes for an AU. It is stored with the configuration, so that queries can filter by it. */
export interface GeneratedName {
  /** Null if the plugin makes no name. */
  readonly name: string | null;
  /** Digest of the plugin rule that made the name; see `digestNameRule`. */
  readonly rule: string;
}

export function makeName(plugin: Plugin | undefined, configuration: Configuration): GeneratedName {
  return { name: renderAuName(plugin, configuration) ?? null, rule: digestNameRule(plugin) };
}

/**
 * Returns a digest of the plugin's name template and parameter types. Stored names with another digest are outdated.
 */
export function digestNameRule(plugin: Plugin | undefined): string {
  if (plugin === undefined) return '';
  const types = plugin.parameters.map(({ key, type }) => [key, type]);
  return createHash('sha256')
    .update(JSON.stringify([plugin.rules.au_name ?? null, types]))
    .digest('hex');
}

/**
 * Returns the name that the plugin makes, or undefined if the plugin is not loaded or cannot make a name for this AU.
 */
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

/** Returns the values for filling the plugin's templates. */
export function getTemplateValues(plugin: Plugin, au: { readonly configuration: Configuration }): AuValues {
  return makeAuValues({ parameters: plugin.parameters, configuration: au.configuration });
}
