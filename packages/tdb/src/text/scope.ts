// What holds within the braces of a `.tdb` text: a publisher, a title, values, and the fields that the positions in an AU
// stand for. Inner scopes begin with all that the outer ones have.
import type { Assignment, Key } from './statement.ts';

export interface Scope extends Record<Map, Record<string, string>> {
  readonly publisher?: string | undefined;
  readonly title?: TitleFields | undefined;
  readonly implicit?: readonly Key[] | undefined;
  /** Names of what holds here but could not be read: no AU can be made without it. */
  readonly unreadable: ReadonlySet<string>;
  /** Fields of the four maps together. */
  readonly fieldCount: number;
  readonly textLength: number;
}

/** Plain words, such as `plugin` and `year`; `nonDefinitional`: parameters that are no part of the AUID. */
type Map = 'fields' | 'params' | 'nonDefinitional' | 'attrs';

export interface TitleFields {
  readonly name?: string;
  readonly issn?: string;
  readonly eissn?: string;
  readonly issnl?: string;
  readonly type?: string;
  readonly doi?: string;
}

export const emptyScope: Scope = {
  ...{ fields: {}, params: {}, nonDefinitional: {}, attrs: {} },
  ...{ fieldCount: 0, textLength: 0, unreadable: new Set<string>() },
};

// Everything in a scope is repeated in every AU below it: a small file must not become a huge database.
const MAX_FIELDS = 200;
export const MAX_TEXT_CHARACTERS = 16 * 1024;

/** The scope with this set in it; a sentence instead when that would be too much. An empty value is a value. */
export function assigned(before: Scope, key: Key, value: string | undefined): Scope | string {
  const name = mapOf(key);
  if (name === undefined) return before;
  const scope = marked(before, shownKey(key), value === undefined);
  return value === undefined ? scope : assignedValue(scope, name, key, value);
}

function assignedValue(scope: Scope, name: Map, key: Key, value: string): Scope | string {
  const id = key.index ?? key.word;
  const before = Object.hasOwn(scope[name], id) ? scope[name][id]! : undefined;
  const fieldCount = scope.fieldCount + (before === undefined ? 1 : 0);
  const textLength = scope.textLength + value.length + (before === undefined ? id.length : -before.length);
  if (fieldCount > MAX_FIELDS) return `more than ${MAX_FIELDS} values hold here; this one is left out`;
  if (textLength > MAX_TEXT_CHARACTERS)
    return `more than ${MAX_TEXT_CHARACTERS} characters hold here; this value is left out`;
  return { ...scope, [name]: { ...scope[name], [id]: value }, fieldCount, textLength };
}

/** Notes whether what is called `name` could be read. */
export function marked(scope: Scope, name: string, isUnreadable: boolean): Scope {
  if (scope.unreadable.has(name) === isUnreadable) return scope;
  const unreadable = new Set(scope.unreadable);
  if (isUnreadable) unreadable.add(name);
  else unreadable.delete(name);
  return { ...scope, unreadable };
}

/** Names one of the values that an AU needs and that could not be read; those that it has itself do not count. */
export function missingIn({ unreadable }: Scope, own: readonly Key[]): string | undefined {
  if (unreadable.size === 0) return undefined;
  const names = new Set(own.map(shownKey));
  return [...unreadable].find((name) => !names.has(name));
}

const shownKey = ({ word, index }: Key): string => (index === undefined ? word : `${word}[${index}]`);

/** The scope with all of these set in it, for one AU. */
export function filled(scope: Scope, keys: readonly Key[], values: readonly string[]): Scope {
  const { fields, params, nonDefinitional, attrs } = scope;
  const own: Scope = {
    ...scope,
    fields: { ...fields },
    params: { ...params },
    nonDefinitional: { ...nonDefinitional },
    attrs: { ...attrs },
  };
  for (const [position, key] of keys.entries()) {
    const name = mapOf(key);
    if (name !== undefined) own[name][key.index ?? key.word] = values[position]!;
  }
  return own;
}

/** Comments and the like (`comment[years]`, `info[contract]`) are no part of an AU. */
function mapOf({ word, index }: Key): Map | undefined {
  if (index === undefined) return 'fields';
  if (word === 'param') return 'params';
  if (word === 'nondefparam') return 'nonDefinitional';
  return word === 'attr' ? 'attrs' : undefined;
}

export function namedIn(assignments: readonly Assignment[]): TitleFields {
  const fields: Record<string, string> = {};
  for (const [{ word, index }, value] of assignments) {
    if (index === undefined && value !== undefined && value !== '') fields[word] = value;
  }
  return fields;
}
