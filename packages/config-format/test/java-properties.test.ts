import { describe, expect, it } from '@jest/globals';
import { addProperty, type PropertyValue, toListItems } from '../src/add-property.ts';
import { readConfigurationError, readPairs, readText } from './read.ts';

const properties = { format: 'properties', names: 'any' } as const;
const given = (text: string) => readPairs(text, properties);

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
    // The result must not depend on how the text is split into chunks.
    for (const pieceBytes of [1, 2, 3]) {
      expect(await readText(text, properties, pieceBytes)).toEqual(await readText(text, properties));
    }
  });

  it('says on which line each property begins', async () => {
    const found = await readText('# x\na=1\\\n2\r\n\rb=3', properties);
    expect(found.map(({ key, line }) => [key, line])).toEqual([
      ['a', 2],
      ['b', 5],
    ]);
  });

  it('tells entries apart by their names', async () => {
    const text = 'org.lockss.title.A.title=1\norg.lockss.title.A.plugin=2\norg.lockss.title.B.title=3\nx=4';
    const found = await readText(text, { ...properties, entriesUnder: 'org.lockss.title' });
    expect(found.map(({ entry }) => entry?.number)).toEqual([1, 1, 2, undefined]);
  });

  it.each([
    ['a=\\u12', '1:1 \\u must be followed by four hexadecimal digits'],
    ['\n\na=\\u12G4', '3:1 \\u must be followed by four hexadecimal digits'],
    ['a=\\uD83D', /half a character/],
    ['a=\\u0000', /U\+0000/],
    ['a=\0', /U\+0000/],
  ])('refuses %j', async (text, message) => {
    const said = await readConfigurationError(text, properties);
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
  });
});

describe('a file of dotted names', () => {
  const strict = { format: 'properties' } as const;

  it.each([
    'org.lockss.x=1',
    'org.lockss.x 1',
    'org.lockss.x',
    'a.b: 1\n# comment\n\nc.d-e_f.0=2',
    'org.lockss.au.org|lockss|plugin|X.base_url~http%3A%2F%2Fa%2Eb%2F&volume~1.base_url=http://a.b/',
    'org.lockss.title.Vol.\\ 1,\\ "quoted".title=x',
    'org.lockss.plugin.a|b.c=1',
    '',
    '# only a comment',
  ])('is taken: %j', async (text) => {
    await expect(readText(text, strict)).resolves.toBeDefined();
  });

  it.each([
    ['JSON', '{"error":"quota"}'],
    ['JSON with dotted names', '{"org.lockss.x": "1"}'],
    ['JSON over several lines', '{\n  "org.lockss.x": "1",\n  "org.lockss.y": "2"\n}'],
    ['a JSON list', '["org.lockss.x"]'],
    ['a JSON number', '3.14'],
    ['YAML', 'org:\n  lockss:\n    x: 1\n'],
    ['a YAML list', '- org.lockss.x\n'],
    ['a YAML document', '---\norg.lockss.x: 1\n'],
    ['a YAML directive', '%YAML 1.2\n---\n'],
    ['CSV', 'name,value\norg.lockss.x,1\n'],
    ['CSV of dotted names', 'org.lockss.x,1\n'],
    ['tabs', 'example.x\t1\n'],
    ['a shell script', '#!/bin/sh\necho org.lockss.x=1\n'],
    ['a script of comments', '#!/usr/bin/env python3\n# nothing\n'],
    ['a Python program', 'import os\nprint("x")\n'],
    ['a title database', '{\n  publisher <\n    name = X\n  >\n}\n'],
    ['an LFS pointer', 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'],
    ['plain text', 'please try again later'],
    ['plain text that begins with a host', 'www.example.org is down'],
    ['plain text after properties', 'org.lockss.x=1\nplease try again later\n'],
    ['an abbreviation', 'e.g. this'],
    ['an HTTP head', 'HTTP/1.1 200 OK\n'],
    ['an address', 'http://www.example.org/lockss.xml'],
    ['a stack trace', 'java.io.IOException: no space\n\tat org.example.Main.run(Main.java:7)\n'],
    ['an INI file', '[section]\nx=1\n'],
    ['a certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n'],
    ['a PDF', '%PDF-1.4\n'],
    ['a name alone', 'x=1'],
    ['an empty name', '=x'],
    ['an empty part of a name', 'org..x=1'],
  ])('refuses %s', async (_what, text) => {
    expect(await readConfigurationError(text, strict)).toMatch(
      /not a properties file|it is a script|\\u must/,
    );
  });

  it('says which line is wrong', async () => {
    expect(await readConfigurationError('a.b=1\n\nplease wait\n', strict)).toBe(
      '3:1 "please" is not a dotted name such as org.lockss.x: this is not a properties file',
    );
  });
});

describe('several values of one key', () => {
  const merged = (...values: { value: PropertyValue; append?: boolean }[]): unknown => {
    const properties = new Map<string, PropertyValue>();
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
    expect(toListItems(' a; b ;;c')).toEqual(['a', 'b', 'c']);
    expect(toListItems(['a', ' ', 'b'])).toEqual(['a', 'b']);
    expect(toListItems(undefined)).toEqual([]);
  });
});
