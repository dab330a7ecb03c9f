// Resolved plugin. Computes the AUID of a configuration and checks its values. plugin-definitions/ creates plugins.
import { makeAuid } from '@holdfast/auid';
import { describeExpectation, type ParameterType } from './parameter-types.ts';

export interface PluginParameter {
  readonly key: string;
  readonly type: ParameterType;
  /** True if the parameter identifies the AU and is part of the AUID. */
  readonly definitional: boolean;
  /**
   * True if the value in a title entry is only a default. The value is then not copied to the configuration of an AU.
   */
  readonly defaultOnly: boolean;
  readonly displayName?: string;
  readonly description?: string;
  /** Width of an input field, in characters. */
  readonly size?: number;
}

/** `Loadable` plugins come from a URL, `Internal` plugins from a folder. `Builtin` plugins are part of the service. */
export type PluginType = 'Loadable' | 'Internal' | 'Builtin';

/** Value in a definition. Null removes an inherited value. In a resolved plugin, null occurs only inside maps. */
export type PluginRule =
  | string
  | number
  | boolean
  | null
  | readonly PluginRule[]
  | { readonly [key: string]: PluginRule };

export interface Plugin {
  readonly pluginId: string;
  readonly name: string;
  readonly version: string;
  readonly type: PluginType;
  /**
   * Configured URL of the plugin's source. `url`: URL of the plugin's file. Only `Loadable` plugins have these URLs.
   */
  readonly registry?: string;
  readonly url?: string;
  readonly publishingPlatform?: string;
  /** Values of all keys as text. Lists and maps are JSON. */
  readonly definition: Readonly<Record<string, string>>;
  /** Values of all keys with their types, including inherited entries. */
  readonly rules: Readonly<Record<string, PluginRule>>;
  /** Declared parameters in order of declaration, then the common parameters of all plugins. */
  readonly parameters: readonly PluginParameter[];
}

/**
 * Returns the AUID of a configuration, or the first missing definitional parameter. Does not check the values. Ignores
 * keys that the plugin does not declare.
 */
export function computeAuid(
  plugin: Plugin,
  configuration: Readonly<Record<string, string>>,
): { readonly auid: string } | { readonly missing: string } {
  const definitional: [string, string][] = [];
  for (const { key } of plugin.parameters.filter((parameter) => parameter.definitional)) {
    const value = getOwnValue(configuration, key);
    if (value === undefined) return { missing: key };
    definitional.push([key, value]);
  }
  return { auid: makeAuid(plugin.pluginId, Object.fromEntries(definitional)) };
}

/** Returns the first parameter with an invalid value. `expected` completes the error message "must be …". */
export function findInvalidParameter(
  plugin: Plugin,
  configuration: Readonly<Record<string, string>>,
): { readonly key: string; readonly expected: string } | undefined {
  for (const { key, type } of plugin.parameters) {
    const value = getOwnValue(configuration, key);
    const expected = value === undefined ? undefined : describeExpectation(type, value);
    if (expected !== undefined) return { key, expected };
  }
  return undefined;
}

// Reads own properties only, because the keys come from definitions, which are not trusted.
function getOwnValue(configuration: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(configuration, key) ? configuration[key] : undefined;
}
