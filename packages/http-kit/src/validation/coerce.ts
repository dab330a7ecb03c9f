// Text, as parameters and form fields carry it, → the value its schema means. Judges nothing: text that cannot
// be what the schema wants stays text, and validation says so.

import type { Contract } from '../contract/contract.ts';
import { resolved, type Schema } from '../contract/operations.ts';
import { parseJson } from './json.ts';

/**
 * What the text may mean, most specific first: `3` for a schema of an integer or a word is the number 3, then
 * the text "3". The first that validates is taken. With `x-any-case`, the text in lower case is the last.
 */
export function meanings(contract: Contract, schema: Schema, text: string): unknown[] {
  const types = typesOf(contract, schema);
  const found: unknown[] = [];
  if (types.has('integer') && /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) {
    found.push(Number(text));
  }
  if (types.has('number') && /^-?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,3})?$/.test(text))
    found.push(Number(text));
  if (types.has('boolean') && /^(true|false)$/i.test(text)) found.push(text.toLowerCase() === 'true');
  if (types.has('object') || types.has('array')) found.push(...valuesOfJson(text));
  if (types.has('null') && text === '') found.push(null);
  if (types.size === 0 || types.has('string') || found.length === 0) found.push(text);
  if (resolved(contract, schema)['x-any-case'] === true) found.push(text.toLowerCase());
  return found;
}

const known = new WeakMap<Schema, ReadonlySet<string>>();

/** Every type a value of the schema may have, through references and alternatives. */
export function typesOf(contract: Contract, schema: Schema): ReadonlySet<string> {
  const remembered = known.get(schema);
  if (remembered !== undefined) return remembered;
  const { type, anyOf, oneOf, allOf } = resolved(contract, schema);
  const own = (type === undefined ? [] : [type].flat()) as string[];
  const alternatives = [anyOf, oneOf, allOf].flatMap((list) => (list as Schema[] | undefined) ?? []);
  const types = new Set([
    ...own,
    ...alternatives.flatMap((alternative) => [...typesOf(contract, alternative)]),
  ]);
  known.set(schema, types);
  return types;
}

function valuesOfJson(text: string): unknown[] {
  try {
    return [parseJson(text)];
  } catch {
    return [];
  }
}
