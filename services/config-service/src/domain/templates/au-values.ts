// Evaluates template arguments for an AU: typed parameters, parameters derived from them (`base_url_host`,
// `base_url_path`, `au_short_year`), and functions applied to them.
import { applyFunction, extractHost, extractPath } from './functions.ts';
import type { TemplateArgument } from './template.ts';
import { TemplateError } from './template.ts';
import { parseTypedValue, type TemplateValue } from './value.ts';

export interface ValueSource {
  /** Parameters of the plugin. `type` is the code of the parameter type, for example 3 for a URL. */
  readonly parameters: readonly { readonly key: string; readonly type: number }[];
  readonly configuration: Readonly<Record<string, string>>;
}

/** Returns the value of a template argument. Throws TemplateError. */
export type AuValues = (argument: TemplateArgument) => TemplateValue;

const URL_TYPE = 3;
const YEAR_TYPE = 4;

export function makeAuValues({ parameters, configuration }: ValueSource): AuValues {
  const types = new Map(parameters.map(({ key, type }) => [key, type]));
  const text = (key: string) => (Object.hasOwn(configuration, key) ? configuration[key] : undefined);
  return ({ key, functions }) => {
    const given = text(key);
    const value =
      given === undefined ? deriveValue(key, types, text) : parseTypedValue(types.get(key), given);
    if (value === undefined) throw new TemplateError(`the AU has no parameter ${JSON.stringify(key)}`);
    return functions.reduce((argument, name) => applyFunction(name, argument), value);
  };
}

/** Derives the value for `key` from another parameter. Used only if the AU has no parameter with this key. */
function deriveValue(
  key: string,
  types: ReadonlyMap<string, number>,
  text: (key: string) => string | undefined,
): TemplateValue | undefined {
  const [, base, part] = /^(.+)_(host|path)$/.exec(key) ?? [];
  const address = base !== undefined && types.get(base) === URL_TYPE ? text(base) : undefined;
  if (address !== undefined) {
    return { kind: 'plain', plain: part === 'host' ? extractHost(address) : extractPath(address) };
  }
  const [, ofYear] = /^au_short_(.+)$/.exec(key) ?? [];
  const full = ofYear !== undefined && types.get(ofYear) === YEAR_TYPE ? text(ofYear) : undefined;
  return full === undefined ? undefined : applyFunction('short_year', parseTypedValue(YEAR_TYPE, full));
}
