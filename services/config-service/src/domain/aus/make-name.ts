// Fills the name template of a plugin with the parameters of an AU. known-au.ts chooses among the possible names.
import { createHash } from 'node:crypto';
import type { Plugin } from '../plugins/plugin.ts';
import { type AuValues, makeAuValues } from '../templates/au-values.ts';
import { renderName } from '../templates/render.ts';
import { TemplateError } from '../templates/template.ts';

type Configuration = Readonly<Record<string, string>>;

/**
 * Name of an AU, generated from the name template of its plugin. It is stored with the configuration, so that queries
 * can filter by it.
 */
export interface GeneratedName {
  /** Null if no name can be generated. */
  readonly name: string | null;
  /** Digest of the plugin rule that generated the name; see `digestNameRule`. */
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
 * Generates the name of an AU. Returns undefined if the plugin is not loaded or its template cannot be filled for this
 * AU.
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
