import { describe, expect, it } from '@jest/globals';
import { detectCharset } from '../src/common/encodings.ts';
import { detectFormat } from '../src/detect-format.ts';
import { checkXml } from '../src/index.ts';
import { readConfigurationError, readText } from './read.ts';

const xml = { format: 'xml' } as const;
const properties = { format: 'properties' } as const;

const document = (declared: string, value: string): string =>
  `<?xml version="1.0"${declared === '' ? '' : ` encoding="${declared}"`}?>\n<lockss-config><property name="a.b" value="${value}"/></lockss-config>`;
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le');
const utf16be = (text: string): Buffer => utf16le(text).swap16();

/** Returns the decoded value. Checks that the value does not depend on how the bytes are split into chunks. */
async function value(bytes: Uint8Array, options: typeof xml | typeof properties): Promise<unknown> {
  const values = await Promise.all(
    [1, 2, 3, 7, 65_536].map(async (length) =>
      (await readText(bytes, options, length)).map((one) => one.value),
    ),
  );
  for (const one of values) expect(one).toEqual(values[0]);
  return values[0]![0];
}

describe('XML is decoded as it declares', () => {
  it.each([
    ['UTF-8', Buffer.from(document('UTF-8', 'été 😀')), 'été 😀', 'utf-8'],
    ['UTF-8, undeclared', Buffer.from(document('', 'été 😀')), 'été 😀', 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${document('utf-8', 'été')}`), 'été', 'utf-8'],
    ['UTF-8 in single quotes', Buffer.from(document('UTF-8', 'é').replaceAll('"', "'")), 'é', 'utf-8'],
    [
      'no declaration',
      Buffer.from('<lockss-config><property name="a" value="é"/></lockss-config>'),
      'é',
      'utf-8',
    ],
    ['US-ASCII', Buffer.from(document('US-ASCII', 'ete')), 'ete', 'utf-8'],
    ['ISO-8859-1', latin1(document('ISO-8859-1', 'été ÿ')), 'été ÿ', 'iso-8859-1'],
    ['iso-8859-1, in lower case', latin1(document('iso-8859-1', 'été')), 'été', 'iso-8859-1'],
    ['ISO-8859-1 where Windows-1252 differs', latin1(document('ISO-8859-1', '\x80')), '\x80', 'iso-8859-1'],
    ['Windows-1252', latin1(document('windows-1252', '\x80 \x96')), '€ –', 'windows-1252'],
    ['ISO-8859-2', latin1(document('ISO-8859-2', '\xb1')), 'ą', 'iso-8859-2'],
    ['UTF-16, little endian', utf16le(`\uFEFF${document('UTF-16', 'été 😀')}`), 'été 😀', 'utf-16'],
    ['UTF-16, big endian', utf16be(`\uFEFF${document('UTF-16', 'été 😀')}`), 'été 😀', 'utf-16'],
    ['UTF-16 with a mark, undeclared', utf16le(`\uFEFF${document('', 'été')}`), 'été', 'utf-16'],
    ['UTF-16LE without a mark', utf16le(document('UTF-16LE', 'été')), 'été', 'utf-16'],
    ['UTF-16BE without a mark', utf16be(document('UTF-16BE', 'été')), 'été', 'utf-16'],
  ])('%s', async (_what, bytes, expected, charset) => {
    expect(await value(bytes, xml)).toBe(expected);
    expect(detectCharset('xml', bytes)).toBe(charset);
    expect((await detectFormat(pieces(bytes))).format).toBe('xml');
    await expect(checkXml(pieces(bytes))).resolves.toBeUndefined();
  });

  it.each([
    [
      'an unknown encoding',
      latin1(document('x-klingon', 'a')),
      /"x-klingon", which is not supported; save it as UTF-8/,
    ],
    ['EBCDIC', latin1(document('cp037', 'a')), /not supported/],
    ['UTF-7', latin1(document('UTF-7', 'a')), /not supported/],
    ['UTF-16 declared in bytes of UTF-8', latin1(document('UTF-16', 'a')), /is not written in it/],
    ['Latin-1 bytes declared as UTF-8', latin1(document('UTF-8', 'é')), /not UTF-8/],
    ['Latin-1 bytes without a declaration', latin1(document('', 'é')), /not UTF-8/],
    [
      'half a character of UTF-16',
      utf16le(`\uFEFF${document('UTF-16', 'a')}`).subarray(0, -1),
      /not UTF-16LE/,
    ],
    ['entities in UTF-16', utf16le('\uFEFF<!DOCTYPE x [<!ENTITY a "b">]><lockss-config/>'), /entities/],
  ])('refuses %s', async (_what, bytes, message) => {
    expect(await readConfigurationError(bytes, xml)).toMatch(message);
  });
});

describe('properties are UTF-8, or else ISO-8859-1', () => {
  it.each([
    ['UTF-8', Buffer.from('a.b=été 😀'), 'été 😀', 'utf-8'],
    ['UTF-8 with a mark', Buffer.from('\uFEFFa.b=été'), 'été', 'utf-8'],
    ['ISO-8859-1', latin1('a.b=été \xff'), 'été ÿ', 'iso-8859-1'],
    ['ISO-8859-1 that begins as UTF-8 would', latin1('a.b=\xc3\xa9 \xe9'), 'Ã© é', 'iso-8859-1'],
    ['ISO-8859-1 in the last byte', latin1('a.b=x\xe9'), 'xé', 'iso-8859-1'],
    ['escapes', Buffer.from('a.b=\\u00e9t\\u00e9 \\uD83D\\uDE00'), 'été 😀', 'utf-8'],
    ['escapes beside ISO-8859-1', latin1('a.b=\\u20ac \xe9'), '€ é', 'iso-8859-1'],
    ['UTF-16 with a mark', utf16le('\uFEFFa.b=été'), 'été', 'utf-16'],
    ['UTF-16, big endian', utf16be('\uFEFFa.b=été'), 'été', 'utf-16'],
    ['short', Buffer.from('a.b='), '', 'utf-8'],
  ])('%s', async (_what, bytes, expected, charset) => {
    expect(await value(bytes, properties)).toBe(expected);
    const whole =
      charset === 'iso-8859-1' && bytes.at(-1)! >= 0x80 ? Buffer.concat([bytes, latin1('\n')]) : bytes;
    expect(detectCharset('properties', whole)).toBe(charset);
  });

  it('is decided by the whole file, not by its beginning', async () => {
    const lines = Array.from({ length: 20_000 }, (_, line) => `a.b${line}=x`).join('\n');
    const bytes = Buffer.concat([Buffer.from(`a.a=é\n${lines}\n`), latin1('a.c=\xe9')]);
    const found = await readText(bytes, properties);
    expect(found.map((one) => one.value).filter((one) => one !== 'x')).toEqual(['Ã©', 'é']);
  });
});

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 5) yield bytes.subarray(at, at + 5);
}
