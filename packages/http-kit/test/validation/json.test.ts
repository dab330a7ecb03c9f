import { describe, expect, it } from '@jest/globals';
import {
  JsonFaultError,
  MAX_JSON_DEPTH,
  MAX_JSON_VALUES,
  parseLimitedJson,
} from '../../src/validation/json.ts';
import { explainUnsafeValue } from '../../src/validation/values.ts';

const faultOf = (text: string): string | undefined => {
  try {
    parseLimitedJson(text);
    return undefined;
  } catch (error) {
    if (error instanceof JsonFaultError) return error.message;
    throw error;
  }
};

describe('JSON of a client', () => {
  it.each([
    ['[]', []],
    ['{"a":[1,"x]",{"\\"[":"\\\\"}]}', { a: [1, 'x]', { '"[': '\\' }] }],
    [JSON.stringify('[,:{"'.repeat(100_000)), '[,:{"'.repeat(100_000)],
  ])('is parsed: %.40s', (text, value) => {
    expect(parseLimitedJson(text)).toEqual(value);
  });

  it.each([
    ['lists', `[${Array(MAX_JSON_VALUES).fill('[]').join()}]`],
    ['numbers', `[${'1,'.repeat(MAX_JSON_VALUES)}1]`],
    ['members', `{${'"a":1,'.repeat(MAX_JSON_VALUES / 2)}"a":1}`],
    ['no JSON', ','.repeat(MAX_JSON_VALUES)],
  ])('of too many %s is refused before anything is made of it', (_what, text) => {
    expect(faultOf(text)).toBe('must not contain more than 250000 values');
  });

  it('may hold as many values as are allowed', () => {
    expect(faultOf(JSON.stringify(Array(MAX_JSON_VALUES - 2).fill(1)))).toBeUndefined();
  });

  it.each([
    ['[', '', ']'],
    ['{"a":', '1', '}'],
  ])('is measured in depth where it consists of %s', (open, inner, close) => {
    const nested = (levels: number) => `${open.repeat(levels)}${inner}${close.repeat(levels)}`;
    // Empty brackets may be one level deeper, because only a value inside them would exceed the maximum depth.
    const most = inner === '' ? MAX_JSON_DEPTH + 1 : MAX_JSON_DEPTH;
    expect(explainUnsafeValue(parseLimitedJson(nested(most)))).toBeUndefined();
    const why = 'must not be nested deeper than 64 levels';
    expect(faultOf(nested(most + 1)) ?? explainUnsafeValue(parseLimitedJson(nested(most + 1)))).toBe(why);
    expect(faultOf(open.repeat(1_000_000))).toMatch(/^must not/);
  });

  it.each(['', '[1', '"abc', '"abc\\"', '{]'])('is refused when it is none: %j', (text) => {
    expect(faultOf(text)).toBe('must be JSON');
  });
});
