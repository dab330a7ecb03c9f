// What holds within the braces of a `.tdb` text: a publisher, a title, values, and the fields that the positions in an AU
// stand for. Inner scopes begin with all that the outer ones have.
import type { Assignment, Key } from './statement.ts';

export interface Scope {
  readonly publisher?: string | undefined;
  readonly title?: TitleFields | undefined;
  readonly implicit?: readonly Key[] | undefined;
  /** Plain words, such as `plugin` and `year`. */
  readonly fields: Record<string, string>;
  readonly params: Record<string, string>;
  /** Parameters that are no part of the AUID. */
  readonly nonDefinitional: Record<string, string>;
  readonly attrs: Record<string, string>;
}

export interface TitleFields {
  readonly name?: string;
  readonly issn?: string;
  readonly eissn?: string;
  readonly issnl?: string;
  readonly type?: string;
  readonly doi?: string;
}

export const emptyScope: Scope = { fields: {}, params: {}, nonDefinitional: {}, attrs: {} };

/** A scope that can be changed without changing this one. */
export function copyOf(scope: Scope): Scope {
  const { fields, params, nonDefinitional, attrs } = scope;
  return {
    ...scope,
    fields: { ...fields },
    params: { ...params },
    nonDefinitional: { ...nonDefinitional },
    attrs: { ...attrs },
  };
}

export function sizeOf({ fields, params, nonDefinitional, attrs }: Scope) {
  let fieldCount = 0;
  let textLength = 0;
  for (const map of [fields, params, nonDefinitional, attrs]) {
    for (const [key, value] of Object.entries(map)) {
      fieldCount += 1;
      textLength += key.length + value.length;
    }
  }
  return { fieldCount, textLength };
}

/** Changes the scope. An empty value is a value. */
export function assign(scope: Scope, { word, index }: Key, value: string): void {
  const map = mapOf(scope, word, index);
  if (map !== undefined) map[index ?? word] = value;
}

/** Comments and the like (`comment[years]`, `info[contract]`) are no part of an AU. */
function mapOf(scope: Scope, word: string, index: string | undefined): Record<string, string> | undefined {
  if (index === undefined) return scope.fields;
  if (word === 'param') return scope.params;
  if (word === 'nondefparam') return scope.nonDefinitional;
  return word === 'attr' ? scope.attrs : undefined;
}

export function namedIn(assignments: readonly Assignment[]): TitleFields {
  const fields: Record<string, string> = {};
  for (const [{ word, index }, value] of assignments) {
    if (index === undefined && value !== '') fields[word] = value;
  }
  return fields;
}
