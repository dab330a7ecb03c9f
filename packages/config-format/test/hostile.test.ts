import { measureRetainedMemory } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { checkXml } from '../src/check-xml.ts';
import type { BadConfigurationError, ConfigurationFormat, ReadLimits } from '../src/common/types.ts';
import { detectFormat } from '../src/detect-format.ts';
import { readConfiguration } from '../src/read-configuration.ts';
import { makeEndlessText, readConfigurationError } from './read.ts';

const xml = { format: 'xml' } as const;
const open = '<lockss-config>';

describe('what is hostile', () => {
  it.each([
    [
      'a bomb of entities',
      '<!DOCTYPE lockss-config [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><lockss-config>&b;</lockss-config>',
      /entities/,
    ],
    [
      'an external entity',
      '<!DOCTYPE lockss-config [<!ENTITY x SYSTEM "file:///etc/passwd">]><lockss-config/>',
      /entities/,
    ],
    [
      'a parameter entity',
      '<!DOCTYPE lockss-config [<!ENTITY % x SYSTEM "http://h/"> %x;]><lockss-config/>',
      /entities/,
    ],
    [
      'an external document type',
      '<!DOCTYPE lockss-config SYSTEM "http://h/x.dtd"><lockss-config/>',
      /another file/,
    ],
    ['a public document type', '<!DOCTYPE lockss-config PUBLIC "x" "y"><lockss-config/>', /another file/],
    [
      'an external and an internal part',
      '<!DOCTYPE lockss-config SYSTEM "x" [<!ELEMENT a ANY>]><lockss-config/>',
      /another file/,
    ],
    ['an entity nobody declared', `${open}&xxe;`, /well-formed/],
    ['U+0000 by number', `${open}<property name="a" value="&#0;"/>`, /well-formed/],
    ['half a character by number', `${open}<property name="a" value="&#xD800;"/>`, /well-formed/],
    ['a document type within', `${open}<!DOCTYPE x>`, /well-formed/],
  ])('%s is refused', async (_what, text, message) => {
    expect(await readConfigurationError(text, xml)).toMatch(message);
  });

  // Each input is endless. The number of bytes read before the error is an upper bound for the memory used.
  const limits: Partial<ReadLimits> = { valueLength: 100_000, listLength: 200_000, keyLength: 1_000 };
  const most = 2_000_000;
  it.each<[string, ConfigurationFormat, string, string, RegExp]>([
    ['nesting', 'xml', open, '<property name="a">', /nested more than 40 deep/],
    ['tests', 'xml', `${open}<if>`, '<and>', /nested more than 40 deep/],
    ['an attribute', 'xml', `${open}<property name="`, 'a', /longer than 100000 characters/],
    [
      'a name',
      'xml',
      `${open}<property name="a`,
      '.b" ><property name="c',
      /a name is longer|nested|well-formed|attribute/,
    ],
    ['a tag', 'xml', `${open}<property`, ' ', /longer than 100000 characters/],
    ['attributes', 'xml', `${open}<property `, 'a="1" ', /too many attributes|duplicate/],
    ['the name of an element', 'xml', `${open}<`, 'a', /longer than 100000 characters/],
    ['the name of an attribute', 'xml', `${open}<property `, 'a', /longer than 100000 characters/],
    ['a comment', 'xml', `${open}<!--`, ' x', /longer than 100000 characters/],
    ['an instruction', 'xml', `${open}<?x `, 'x ', /longer than 100000 characters/],
    ['CDATA', 'xml', `${open}<property name="a"><value><![CDATA[`, 'x', /longer than 100000 characters/],
    ['a value', 'xml', `${open}<property name="a"><value>`, 'x', /longer than 100000 characters/],
    [
      'a value in parts',
      'xml',
      `${open}<property name="a"><value>`,
      '<![CDATA[x]]>y<!-- -->',
      /a value is longer/,
    ],
    [
      'a list',
      'xml',
      `${open}<property name="a"><list>`,
      '<value>xxxxxxxxxxxxxxx</value>',
      /a list is too long/,
    ],
    ['an empty list', 'xml', `${open}<property name="a"><list>`, '<value/>', /a list is too long/],
    [
      'a document type',
      'xml',
      '<!DOCTYPE lockss-config [',
      '<!ELEMENT a (b)>',
      /longer than 100000 characters/,
    ],
    ['a declaration', 'xml', '<?xml version="1.0" ', ' ', /longer than 100000 characters/],
    ['an entity', 'xml', `${open}&`, 'a', /longer than 100000 characters|well-formed/],
    ['blanks before anything', 'xml', '', ' ', /longer than 100000 characters/],
    ['a line', 'properties', 'a=', 'x', /a line is longer than 100000/],
    ['a continued line', 'properties', 'a=', 'x\\\n', /a line is longer than 100000/],
    ['a name in properties', 'properties', '', 'x'.repeat(2000), /a line is longer than 100000/],
  ])('%s without end is refused after so much', async (_what, format, start, again, message) => {
    const { bytes, taken } = makeEndlessText(start, again);
    const reading = async () => {
      for await (const _ of readConfiguration(bytes, { format, limits }));
    };
    await expect(reading()).rejects.toThrow(message);
    expect(taken()).toBeLessThan(most);
  });

  it('a file without end is refused at its limit, and nothing of it is kept', async () => {
    const { bytes, taken } = makeEndlessText(open, '<property name="a" value="b"/>\n');
    const before = measureRetainedMemory().heapBytes;
    let batches = 0;
    let mostBytes = 0;
    const reading = async () => {
      for await (const batch of readConfiguration(bytes, { ...xml, limits: { fileBytes: 4_000_000 } })) {
        expect(batch.length).toBeLessThan(5_000);
        if (++batches % 10 === 0) mostBytes = Math.max(mostBytes, measureRetainedMemory().heapBytes - before);
      }
    };
    await expect(reading()).rejects.toMatchObject({ message: 'the file is larger than 4000000 bytes' });
    expect(taken()).toBeLessThan(4_200_000);
    expect(batches).toBeGreaterThan(12);
    expect(mostBytes).toBeLessThan(10_000_000);
  });

  it('a long name is refused', async () => {
    expect(await readConfigurationError(`a${'b'.repeat(9000)}=1`, { format: 'properties' })).toMatch(
      /name is longer than 8192/,
    );
    const nested = `<property name="${'x'.repeat(5000)}">`;
    expect(await readConfigurationError(`${open}${nested}${nested}`, xml)).toMatch(
      /name is longer than 8192/,
    );
  });

  it('any XML can be checked within the same bounds', async () => {
    const from = async function* (text: string) {
      yield Buffer.from(text);
    };
    await checkXml(from('<object class="x"><a b="1">c</a></object>'));
    await expect(checkXml(from('<a><b></a>'))).rejects.toThrow(/well-formed/);
    await expect(checkXml(from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'))).rejects.toThrow(/entities/);
    await expect(checkXml(makeEndlessText('', '<a>').bytes)).rejects.toThrow(/nested more than/);
    await expect(checkXml(from('a'))).rejects.toMatchObject({
      name: 'BadConfigurationError',
    } as BadConfigurationError);
  });
});

describe('the format of a file', () => {
  const from = async function* (...texts: string[]) {
    for (const text of texts) yield Buffer.from(text);
  };
  it.each([
    [['<a/>'], 'xml'],
    [['\uFEFF', ' \r\n', '\t<a/>'], 'xml'],
    [['a=1'], 'properties'],
    [['# <a/>'], 'properties'],
    [[''], 'properties'],
    [[], 'properties'],
  ])('%j is %s, and nothing of it is lost', async (texts, expected) => {
    const { format, bytes } = await detectFormat(from(...texts));
    expect(format).toBe(expected);
    const all: Uint8Array[] = [];
    for await (const piece of bytes) all.push(piece);
    expect(Buffer.concat(all).toString()).toBe(texts.join(''));
  });

  it('is not looked for without end', async () => {
    const { bytes, taken } = makeEndlessText('', ' ');
    expect((await detectFormat(bytes)).format).toBe('properties');
    expect(taken()).toBeLessThan(200_000);
  });
});
