import { describe, expect, it } from '@jest/globals';
import { addProperty, listOf, type Value } from '../src/add-property.ts';
import { pairs, read, wrong } from './read.ts';

const properties = { format: 'properties' } as const;
const given = (text: string) => pairs(text, properties);

describe('Java properties', () => {
  it.each([
    ['a=1', ['a=1']],
    ['a = 1 ', ['a=1 ']],
    ['a:1\nb 2\nc\t:\t3\nd = = 4', ['a=1', 'b=2', 'c=3', 'd== 4']],
    ['a', ['a=']],
    ['=x', ['=x']],
    ['  # x\n!y\n\n \t\n  a=1', ['a=1']],
    ['a=1\\\n   2\\\n\t3', ['a=123']],
    ['a=1\\\\\nb=2', ['a=1\\', 'b=2']],
    ['a=1\\\n# no comment', ['a=1# no comment']],
    ['# x\\\na=1', ['a=1']],
    ['a=1\\', ['a=1']],
    ['a=1\\\n\nb=2', ['a=1', 'b=2']],
    ['a\\ b\\:c\\=d = \\ x\\t\\n\\q', ['a b:c=d= x\t\nq']],
    ['a=\\u00e9\\uD83D\\uDE00\\u000A', ['a=é😀\n']],
    ['é=ü😀', ['é=ü😀']],
    ['a=1\rb=2\r\nc=3\r', ['a=1', 'b=2', 'c=3']],
    ['\uFEFFa=1', ['a=1']],
    ['', []],
  ])('%j', async (text, expected) => {
    expect(await given(text)).toEqual(expected);
    // Cut anywhere, it is still the same.
    for (const pieceBytes of [1, 2, 3]) {
      expect(await read(text, properties, pieceBytes)).toEqual(await read(text, properties));
    }
  });

  it('says on which line each property begins', async () => {
    const found = await read('# x\na=1\\\n2\r\n\rb=3', properties);
    expect(found.map(({ key, line }) => [key, line])).toEqual([
      ['a', 2],
      ['b', 5],
    ]);
  });

  it('tells entries apart by their names', async () => {
    const text = 'org.lockss.title.A.title=1\norg.lockss.title.A.plugin=2\norg.lockss.title.B.title=3\nx=4';
    const found = await read(text, { ...properties, entriesUnder: 'org.lockss.title' });
    expect(found.map(({ entry }) => entry?.number)).toEqual([1, 1, 2, undefined]);
  });

  it.each([
    ['a=\\u12', '1:1 \\u must be followed by four hexadecimal digits'],
    ['\n\na=\\u12G4', '3:1 \\u must be followed by four hexadecimal digits'],
    ['a=\\uD83D', /half a character/],
    ['a=\\u0000', /U\+0000/],
    ['a=\0', /U\+0000/],
  ])('refuses %j', async (text, message) => {
    const said = await wrong(text, properties);
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
  });

  it('refuses what is not UTF-8', async () => {
    expect(await wrong(Buffer.from('a=1\nb=\xe9', 'latin1'), properties)).toMatch(/not UTF-8/);
  });
});

describe('several values of one key', () => {
  const merged = (...values: { value: Value; append?: boolean }[]): unknown => {
    const properties = new Map<string, Value>();
    for (const one of values) addProperty(properties, { key: 'k', line: 7, ...one });
    return properties.get('k');
  };

  it('replace each other, or are added', () => {
    expect(merged({ value: 'a' }, { value: 'b' })).toBe('b');
    expect(merged({ value: 'a;b' }, { value: ['c'], append: true })).toEqual(['a', 'b', 'c']);
    expect(merged({ value: ['a'] }, { value: ['b', 'c'], append: true })).toEqual(['a', 'b', 'c']);
    expect(() => merged({ value: ['a'], append: true })).toThrow('has no values yet');
  });

  it('are lists in either form', () => {
    expect(listOf(' a; b ;;c')).toEqual(['a', 'b', 'c']);
    expect(listOf(['a', ' ', 'b'])).toEqual(['a', 'b']);
    expect(listOf(undefined)).toEqual([]);
  });
});
