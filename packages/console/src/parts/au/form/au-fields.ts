// Converts the configuration of an AU to form fields: the plugin's parameters in their order, then keys that the plugin
// does not define.
import type { configuration } from '@holdfast/api-types';

export type PluginParameter = configuration.components['schemas']['PluginParameter'];
export type ParameterType = PluginParameter['type'];
export type AuParameterValues = Readonly<Record<string, string>>;

export interface AuField {
  readonly key: string;
  /** Undefined if the plugin does not define the key. */
  readonly parameter: PluginParameter | undefined;
  readonly value: string;
}

/** Prefix of keys that belong to the node itself. The form does not show them, and keeps their values. */
const RESERVED = 'reserved.';

/**
 * Returns one field per parameter, even if the configuration does not contain the parameter, and one field per other
 * key that is not reserved.
 */
export function toAuFields(
  parameters: readonly PluginParameter[],
  values: AuParameterValues,
): readonly AuField[] {
  const known = parameters.map((parameter) => ({
    key: parameter.key,
    parameter,
    value: values[parameter.key] ?? '',
  }));
  const keys = new Set(parameters.map(({ key }) => key));
  const others = Object.entries(values)
    .filter(([key]) => !keys.has(key) && !key.startsWith(RESERVED))
    .map(([key, value]) => ({ key, parameter: undefined, value }));
  return [...known, ...others];
}

/** Converts the fields to a configuration. Omits empty fields, and keeps the reserved keys of `before`. */
export function toAuConfiguration(
  fields: AuParameterValues,
  before: AuParameterValues = {},
): Record<string, string> {
  const kept = Object.entries(before).filter(([key]) => key.startsWith(RESERVED));
  return Object.fromEntries([...Object.entries(fields).filter(([, value]) => value !== ''), ...kept]);
}

/** Checks the syntax of a value of this type. The service validates the value as well. */
export function fitsParameterType(type: ParameterType, value: string): boolean {
  return value === '' || fits[type](value);
}

const isWholeNumber = (value: string): boolean => /^[+-]?\d{1,19}$/.test(value);
const fits: Readonly<Record<ParameterType, (value: string) => boolean>> = {
  STRING: () => true,
  INT: isWholeNumber,
  LONG: isWholeNumber,
  POS_INT: (value) => /^\+?\d{1,10}$/.test(value),
  URL: (value) => URL.canParse(value) && /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(value),
  YEAR: (value) => /^(?:\d{4}|0)$/.test(value),
  BOOLEAN: (value) => /^(?:true|yes|on|1|false|no|off|0)$/i.test(value),
  RANGE: (value) => value.split('-').length <= 2,
  NUM_RANGE: (value) => value.split('-').length <= 2,
  SET: (value) => /[^,\s]/.test(value),
  USER_PASSWD: (value) => /^[^:]+:.+$/s.test(value),
  TIME_INTERVAL: (value) => /^[+-]?\d{1,19}(?:ms|[smhdwy])?$/i.test(value),
};

/** Returns the plugin ID of an AUID: `org|example|Plugin&year~2014` → `org.example.Plugin`. */
export function parsePluginId(auid: string): string {
  return auid.slice(0, Math.max(auid.indexOf('&'), 0)).replaceAll('|', '.');
}
