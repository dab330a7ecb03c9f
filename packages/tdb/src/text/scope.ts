// Values that apply inside braces of a `.tdb` text: publisher, title, fields, and the `implicit` list with the names of
// an AU's positional values. Inner scopes inherit the values of outer scopes.
import type { ValueAssignment, ValueKey } from './statement.ts';

export interface TdbScope extends Record<ScopeMapName, Record<string, string>> {
  readonly publisher?: string | undefined;
  readonly title?: TitleFields | undefined;
  readonly implicit?: readonly ValueKey[] | undefined;
  /** Names of values that could not be read. An AU that needs one of them is skipped. */
  readonly unreadable: ReadonlySet<string>;
  /** Total number of fields in the four maps. */
  readonly fieldCount: number;
  readonly textLength: number;
}

/** `fields`: values with plain names, such as `plugin` and `year`. `nonDefinitional`: parameters not in the AUID. */
type ScopeMapName = 'fields' | 'params' | 'nonDefinitional' | 'attrs';

export interface TitleFields {
  readonly name?: string;
  readonly issn?: string;
  readonly eissn?: string;
  readonly issnl?: string;
  readonly type?: string;
  readonly doi?: string;
}

export const EMPTY_SCOPE: TdbScope = {
  ...{ fields: {}, params: {}, nonDefinitional: {}, attrs: {} },
  ...{ fieldCount: 0, textLength: 0, unreadable: new Set<string>() },
};

// Limits per scope. Every AU repeats the values of its scope, so a small file could expand to a huge database.
const MAX_FIELDS = 200;
export const MAX_TEXT_CHARACTERS = 16 * 1024;

/** Returns the scope with an additional value, or an error message if a limit is exceeded. The value may be empty. */
export function assignValue(before: TdbScope, key: ValueKey, value: string | undefined): TdbScope | string {
  const name = findMapName(key);
  if (name === undefined) return before;
  const scope = markValueUnreadable(before, shownKey(key), value === undefined);
  return value === undefined ? scope : assignInMap(scope, name, key, value);
}

function assignInMap(scope: TdbScope, name: ScopeMapName, key: ValueKey, value: string): TdbScope | string {
  const id = key.index ?? key.word;
  const before = Object.hasOwn(scope[name], id) ? scope[name][id]! : undefined;
  const fieldCount = scope.fieldCount + (before === undefined ? 1 : 0);
  const textLength = scope.textLength + value.length + (before === undefined ? id.length : -before.length);
  if (fieldCount > MAX_FIELDS) return `more than ${MAX_FIELDS} values hold here; this one is left out`;
  if (textLength > MAX_TEXT_CHARACTERS)
    return `more than ${MAX_TEXT_CHARACTERS} characters hold here; this value is left out`;
  return { ...scope, [name]: { ...scope[name], [id]: value }, fieldCount, textLength };
}

/** Records whether the value with this name could be read. */
export function markValueUnreadable(scope: TdbScope, name: string, isUnreadable: boolean): TdbScope {
  if (scope.unreadable.has(name) === isUnreadable) return scope;
  const unreadable = new Set(scope.unreadable);
  if (isUnreadable) unreadable.add(name);
  else unreadable.delete(name);
  return { ...scope, unreadable };
}

/**
 * Returns the name of an unreadable value that an AU would inherit from the scope, because the AU does not set it
 * itself.
 */
export function findUnreadableValue({ unreadable }: TdbScope, own: readonly ValueKey[]): string | undefined {
  if (unreadable.size === 0) return undefined;
  const names = new Set(own.map(shownKey));
  return [...unreadable].find((name) => !names.has(name));
}

const shownKey = ({ word, index }: ValueKey): string => (index === undefined ? word : `${word}[${index}]`);

/** Returns the scope with all values of one AU added. */
export function assignValues(
  scope: TdbScope,
  keys: readonly ValueKey[],
  values: readonly string[],
): TdbScope {
  const { fields, params, nonDefinitional, attrs } = scope;
  const own: TdbScope = {
    ...scope,
    fields: { ...fields },
    params: { ...params },
    nonDefinitional: { ...nonDefinitional },
    attrs: { ...attrs },
  };
  for (const [position, key] of keys.entries()) {
    const name = findMapName(key);
    if (name !== undefined) own[name][key.index ?? key.word] = values[position]!;
  }
  return own;
}

/** Returns the map with the key, or undefined for keys such as `comment[years]`, which are not part of an AU. */
function findMapName({ word, index }: ValueKey): ScopeMapName | undefined {
  if (index === undefined) return 'fields';
  if (word === 'param') return 'params';
  if (word === 'nondefparam') return 'nonDefinitional';
  return word === 'attr' ? 'attrs' : undefined;
}

export function collectTitleFields(assignments: readonly ValueAssignment[]): TitleFields {
  const fields: Record<string, string> = {};
  for (const [{ word, index }, value] of assignments) {
    if (index === undefined && value !== undefined && value !== '') fields[word] = value;
  }
  return fields;
}
