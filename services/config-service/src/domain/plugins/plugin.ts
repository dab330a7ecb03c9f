// A plugin as the rest of the service knows it, and what can be asked of it: which AUID a configuration has, and whether
// its values fit. plugin-definitions/ makes it from definitions.
import { makeAuid } from '@holdfast/auid';
import { expectationOf, type ParameterType } from './parameter-types.ts';

export interface PluginParameter {
  readonly key: string;
  readonly type: ParameterType;
  /** Whether it is part of what an AU is, and so of its AUID. */
  readonly definitional: boolean;
  /** Whether a title entry gives it only as a default: it is not copied into an AU's configuration. */
  readonly defaultOnly: boolean;
  readonly displayName?: string;
  readonly description?: string;
  /** Width of an input field, in characters. */
  readonly size?: number;
}

/** Loadable plugins come from a URL, Internal ones from a folder; a Builtin one is part of the service. */
export type PluginType = 'Loadable' | 'Internal' | 'Builtin';

/** A value of a definition. Null is the mark that takes an inherited value away (left over only inside of maps). */
export type Rule = string | number | boolean | null | readonly Rule[] | { readonly [key: string]: Rule };

export interface Plugin {
  readonly pluginId: string;
  readonly name: string;
  readonly version: string;
  readonly type: PluginType;
  /** The source as it is set, and the file it came in: only of Loadable ones. */
  readonly registry?: string;
  readonly url?: string;
  readonly publishingPlatform?: string;
  /** Every key with its value as text; lists and maps as JSON text. */
  readonly definition: Readonly<Record<string, string>>;
  /** The definition with the types of its values, after inheritance. */
  readonly rules: Readonly<Record<string, Rule>>;
  /** Its own, in the order in which it declares them, then those that every plugin has. */
  readonly parameters: readonly PluginParameter[];
}

/** The AUID of this configuration; values are taken as they are, other keys are ignored. */
export function auidOf(
  plugin: Plugin,
  configuration: Readonly<Record<string, string>>,
): { readonly auid: string } | { readonly missing: string } {
  const definitional: [string, string][] = [];
  for (const { key } of plugin.parameters.filter((parameter) => parameter.definitional)) {
    const value = given(configuration, key);
    if (value === undefined) return { missing: key };
    definitional.push([key, value]);
  }
  return { auid: makeAuid(plugin.pluginId, Object.fromEntries(definitional)) };
}

/** The first parameter whose value does not fit its type, and what would: `expected` completes "must be …". */
export function invalidParameter(
  plugin: Plugin,
  configuration: Readonly<Record<string, string>>,
): { readonly key: string; readonly expected: string } | undefined {
  for (const { key, type } of plugin.parameters) {
    const value = given(configuration, key);
    const expected = value === undefined ? undefined : expectationOf(type, value);
    if (expected !== undefined) return { key, expected };
  }
  return undefined;
}

// Keys come from definitions that others wrote: what is looked up must be the configuration's own.
function given(configuration: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(configuration, key) ? configuration[key] : undefined;
}
