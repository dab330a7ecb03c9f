// Tests the conversion of a query between chips and text.
import { describe, expect, it } from '@jest/globals';
import { findAuColumn } from '../../../src/screens/aus/columns.ts';
import {
  formatCondition,
  parseCondition,
  type QueryCondition,
} from '../../../src/screens/aus/query/condition.ts';
import { locateQueryError } from '../../../src/screens/aus/query/query-error.ts';
import { joinQuery, splitQuery } from '../../../src/screens/aus/query/text.ts';

const kindOf = (name: string) => findAuColumn(name)?.kind;

describe('the text of a query', () => {
  it.each([
    ['', [], '', ''],
    ["where name = 'a'", ["name = 'a'"], '', ''],
    ['WHERE a = 1 AND b = 2 ORDER   BY c DESC, d LIMIT 5', ['a = 1', 'b = 2'], 'c DESC, d', 'LIMIT 5'],
    ['order by name', [], 'name', ''],
    ["where name = 'x and y order by z' and b", ["name = 'x and y order by z'", 'b'], '', ''],
    ["where name = 'it''s and' and b = 1", ["name = 'it''s and'", 'b = 1'], '', ''],
    ['where a between 1 and 2 and b = 3', ['a between 1 and 2', 'b = 3'], '', ''],
    ['where (a = 1 and b = 2) and c', ['(a = 1 and b = 2)', 'c'], '', ''],
    ['where a = 1 or b = 2 and c', ['a = 1 or b = 2 and c'], '', ''],
    ['where limits.order = 1', ['limits.order = 1'], '', ''],
    ["where name = 'never closed and b", ["name = 'never closed and b"], '', ''],
    ['nonsense', ['nonsense'], '', ''],
  ])('%j is taken apart', (text, conditions, order, rest) => {
    expect(splitQuery(text)).toEqual({ conditions, order, rest });
  });

  it.each(['where a = 1\n  and b between 2 and 3\norder by c desc\nlimit 5', '', 'order by c'])(
    '%j is put together as it was',
    (text) => {
      expect(joinQuery(splitQuery(text))).toBe(text);
    },
  );

  it('keeps an OR to itself when something is added to it', () => {
    const { conditions } = splitQuery('where a = 1 or b = 2');
    expect(joinQuery({ conditions: [...conditions, 'c'], order: '', rest: '' })).toBe(
      'where (a = 1 or b = 2)\n  and c',
    );
  });
});

describe('a condition', () => {
  it.each<[QueryCondition, string]>([
    [{ property: 'name', operator: 'contains', value: "d'Or" }, "name $like '%d''Or%'"],
    [{ property: 'name', operator: 'begins', value: 'A' }, "name $like 'A%'"],
    [{ property: 'tdbYear', operator: 'is', value: '2014' }, "tdbYear = '2014'"],
    [{ property: 'substanceState', operator: 'isNot', value: 'Yes' }, "substanceState != 'Yes'"],
    [{ property: 'active', operator: 'isFalse', value: '' }, 'active = false'],
    [{ property: 'lastCrawl', operator: 'atMost', value: '2024-01-31' }, "lastCrawl <= toDate('2024-01-31')"],
    [{ property: 'recentPollAgreement', operator: 'atLeast', value: '99.5' }, 'recentPollAgreement >= 0.995'],
    [{ property: 'contentSize', operator: 'atLeast', value: '1000000' }, 'contentSize >= 1000000'],
    [{ property: 'tdbPublisher', operator: 'lacks', value: '' }, 'tdbPublisher is null'],
    [{ property: 'tdbPublisher', operator: 'has', value: '' }, 'tdbPublisher is not null'],
  ])('%j is %j, and is read again', (condition, text) => {
    expect(formatCondition(condition, kindOf(condition.property)!)).toBe(text);
    expect(parseCondition(text, kindOf)).toEqual(condition);
  });

  it.each<[QueryCondition]>([
    [{ property: 'name', operator: 'contains', value: ' ' }],
    [{ property: 'lastCrawl', operator: 'atMost', value: 'yesterday' }],
    [{ property: 'contentSize', operator: 'is', value: '1e9' }],
    [{ property: 'recentPollAgreement', operator: 'is', value: '0 or true' }],
  ])('%j is none', (condition) => {
    expect(formatCondition(condition, kindOf(condition.property)!)).toBeUndefined();
  });

  it.each([
    'unknown = 1',
    'name like 3',
    "name $like 'a%b%'",
    'active',
    "upper(name) = 'A'",
    "name = 'a' or b = 1",
    'contentSize < 5',
  ])('%j stays text', (text) => {
    expect(parseCondition(text, kindOf)).toBeUndefined();
  });
});

describe('a fault', () => {
  const text = "where name = 'é𝒳'\n  and nmae = 1";
  it('is where the text has it, whatever was put before', () => {
    const error = { detail: 'Unknown name nmae (line 2, column 7).', line: 2, column: 7 };
    expect(locateQueryError(text, 'select auNumber ', error)).toEqual({
      message: 'Unknown name nmae.',
      offset: text.indexOf('nmae'),
    });
  });

  it('counts characters as the service does, in the first line behind what was put before', () => {
    const column = 'select auNumber '.length + [..."where name = 'é𝒳'"].length;
    const { offset } = locateQueryError(text, 'select auNumber ', { detail: 'x', line: 1, column })!;
    expect(text[offset]).toBe("'");
    expect(offset).toBe(text.indexOf('\n') - 1);
  });

  it('is none where no place is named, and stays within the text', () => {
    expect(locateQueryError(text, '', { detail: 'too slow' })).toBeUndefined();
    expect(locateQueryError('where', 'select auNumber ', { detail: 'x', line: 1, column: 99 })?.offset).toBe(
      5,
    );
  });
});
