// What holds within the braces of a `.tdb` text: a publisher, a title, values, and the fields that the positions in an AU
// stand for. Inner scopes begin with all that the outer ones have.
import type { Assignment, Key } from './statement.ts';

export interface Scope extends Record<Map, Record<string, string>> {
  readonly publisher?: string | undefined;
  readonly title?: TitleFields | undefined;
  readonly implicit?: readonly Key[] | undefined;
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
  ...{ fieldCount: 0, textLength: 0 },
};

// Everything in a scope is repeated in every AU below it: a small file must not become a huge database.
const MAX_FIELDS = 200;
export const MAX_TEXT_CHARACTERS = 16 * 1024;

/** The scope with this set in it; a sentence instead when that would be too much. An empty value is a value. */
export function assigned(scope: Scope, key: Key, value: string): Scope | string {
  const name = mapOf(key);
  if (name === undefined) return scope;
  const id = key.index ?? key.word;
  const before = Object.hasOwn(scope[name], id) ? scope[name][id]! : undefined;
  const fieldCount = scope.fieldCount + (before === undefined ? 1 : 0);
  const textLength = scope.textLength + value.length + (before === undefined ? id.length : -before.length);
  if (fieldCount > MAX_FIELDS) return `more than ${MAX_FIELDS} values hold here; this one is left out`;
  if (textLength > MAX_TEXT_CHARACTERS)
    return `more than ${MAX_TEXT_CHARACTERS} characters hold here; this value is left out`;
  return { ...scope, [name]: { ...scope[name], [id]: value }, fieldCount, textLength };
}

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
    if (index === undefined && value !== '') fields[word] = value;
  }
  return fields;
}
