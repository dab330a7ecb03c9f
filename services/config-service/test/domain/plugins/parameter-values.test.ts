// Tests parameter values that LOCKSS accepts or rejects, taken from lockss-core's TestAuParamType, for each type code.
import { describe, expect, it } from '@jest/globals';
import { describeExpectation, type ParameterType } from '../../../src/domain/plugins/parameter-types.ts';
import { parseTypedValue } from '../../../src/domain/templates/value.ts';

const taken: readonly (readonly [type: ParameterType, ...values: string[]])[] = [
  [1, 'foo'],
  [2, '123', '-00432'],
  [11, '123', '-00432', '123456789000'],
  [6, '123'],
  [4, '1234', '0'],
  [5, 'true', 'True', 'yes', 'ON', '1', 'false', 'False', 'no', 'oFF', '0'],
  [12, '123', '5m', '3h', '-444'],
  [3, 'http://example.com/path', ' http://example.com/path', 'http://example.com/path with a blank/'],
  [7, 'bar-foo', 'foo-foo', 'bar'],
  [8, '1-99', '1-1', '1-02', '08-09', '1-022', '4', 'foo-foo'],
  [9, 'foo', 'foo, bar', ' foo , bar   ,1 ', ' 1, 1b, {2-6} , 6A,6B ,{7000-7002}'],
  [9, ' { 1 - 3 }, {5-6} , { 8-9  } ,{11-11}', '1,{-2}', '1,', 'foo,', '1,{0-100000}'],
  [10, 'foo:bar', 'foo:bar:colon'],
];
const refused: readonly (readonly [type: ParameterType, ...values: string[]])[] = [
  [1, ''],
  [2, '', 'abc', '123456789000'],
  [11, '', 'abc'],
  [6, '-444', '', 'abc'],
  [4, '-123', '', 'abc'],
  [5, '', 'abc', '123'],
  [12, '', 'abc'],
  [3, 'not a url', '', 'abc'],
  [7, 'foo-', '-foo', 'foo-bar'],
  [8, 'a-42', '12-', '-12'],
  [10, 'foo', 'foo:', ':foo'],
];
const rows = (table: typeof taken) =>
  table.flatMap(([type, ...values]) => values.map((value) => [type, value] as const));

describe('parameters of AUs', () => {
  it.each(rows(taken))('type %i takes %j', (type, value) => {
    expect(describeExpectation(type, value)).toBeUndefined();
  });

  it.each(rows(refused))('type %i refuses %j', (type, value) => {
    expect(describeExpectation(type, value)).toBeDefined();
  });

  it.each([
    [' foo , bar   ,1 ', ['foo', 'bar', '1']],
    [' 1, 1b, {2-6} , 6A,6B ,{7000-7002}', '1 1b 2 3 4 5 6 6A 6B 7000 7001 7002'.split(' ')],
    [' { 1 - 3 }, {5-6} , { 8-9  } ,{11-11}', '1 2 3 5 6 8 9 11'.split(' ')],
    ['1,{-2}', ['1', '{-2}']],
    ['1,', ['1']],
  ])('a set %j has its members', (text, members) => {
    expect(parseTypedValue(9, text)).toMatchObject({ members });
  });

  it('a set of more than 10,000 members has the first of them', () => {
    const { members } = parseTypedValue(9, '1,{0-100000}') as { members: readonly string[] };
    expect([members.length, members[0], members.at(-1)]).toEqual([10_000, '1', '9998']);
  });
});
