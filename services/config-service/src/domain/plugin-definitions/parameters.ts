// Reads the parameters that a definition declares in `plugin_config_props`.
import { isParameterType, type ParameterType } from '../plugins/parameter-types.ts';
import type { PluginParameter, PluginRule } from '../plugins/plugin.ts';
import { commonParameters, findStandardParameter } from '../plugins/standard-parameters.ts';
import type { DefinitionEntry } from './definition.ts';
import { DefinitionError } from './definition-error.ts';

const PARAMETERS_KEY = 'plugin_config_props';

const MAX_PARAMETERS = 100;

/** Returns the declared parameters, then the common parameters that are not declared. Throws DefinitionError. */
export function readDeclaredParameters(entries: ReadonlyMap<string, DefinitionEntry>): PluginParameter[] {
  const entry = entries.get(PARAMETERS_KEY);
  if (entry === undefined) throw new DefinitionError(`it declares no parameters (${PARAMETERS_KEY})`);
  const { value, line } = entry;
  const fail = (message: string): never => {
    throw new DefinitionError(`${PARAMETERS_KEY} ${message}`, line);
  };
  if (!Array.isArray(value)) return fail('must be a list');
  if (value.length > MAX_PARAMETERS) fail(`declares more than ${MAX_PARAMETERS} parameters`);
  const own = (value as PluginRule[]).map((item) => parameterOf(item, fail));
  const keys = own.map(({ key }) => key);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) fail(`declares ${JSON.stringify(twice)} twice`);
  return [...own, ...commonParameters.filter(({ key }) => !keys.includes(key))];
}

type FaultHandler = (message: string) => never;

/** Reads a parameter. `item` is either its description or the key of a standard parameter. */
function parameterOf(item: PluginRule, fail: FaultHandler): PluginParameter {
  const given = typeof item === 'string' ? { key: item } : item;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return fail('has an entry that does not describe a parameter');
  }
  const member = (name: string) => textMember(given as { readonly [name: string]: PluginRule }, name);
  const key = member('key');
  if (key === undefined || key.length > 255)
    return fail('holds a parameter without a key, or with an overlong one');
  // Fields that a description lacks get defaults instead of the values of the standard parameter with the same key.
  const standard = member('type') === undefined ? findStandardParameter(key) : undefined;
  if (typeof item === 'string' && standard === undefined) {
    return fail(
      `names the parameter ${JSON.stringify(key)}, which is not a standard one, and does not describe it`,
    );
  }
  const displayName = member('displayName') ?? standard?.displayName;
  const description = member('description') ?? standard?.description;
  const size = sizeOf(member('size'));
  return {
    key,
    type: typeOf(member('type'), standard?.type ?? 1, key, fail),
    definitional: flagOf(member('definitional'), standard?.definitional ?? true, key, fail),
    defaultOnly: flagOf(member('defaultOnly'), standard?.defaultOnly ?? false, key, fail),
    ...(displayName !== undefined && { displayName }),
    ...(description !== undefined && { description }),
    ...(size !== undefined && { size }),
  };
}

function textMember(object: { readonly [name: string]: PluginRule }, name: string): string | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  return String(value).trim() || undefined;
}

function typeOf(
  text: string | undefined,
  otherwise: ParameterType,
  key: string,
  fail: FaultHandler,
): ParameterType {
  if (text === undefined) return otherwise;
  const type = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return isParameterType(type) ? type : fail(`gives ${JSON.stringify(key)} a type that is not 1 to 12`);
}

function flagOf(text: string | undefined, otherwise: boolean, key: string, fail: FaultHandler): boolean {
  if (text === undefined) return otherwise;
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  return fail(`says of ${JSON.stringify(key)} something that is neither true nor false`);
}

/** Ignores an invalid size, because sizes are only hints for the console. */
function sizeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}
