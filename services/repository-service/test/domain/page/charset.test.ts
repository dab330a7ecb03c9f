// Tests how the charsets of captured pages and style sheets are determined.
import { expect, it } from '@jest/globals';
import { decodeCss, decodeHtml } from '../../../src/domain/page/charset.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

it.each([
  ['the byte order mark', Buffer.from('\ufeffä'), 'text/html; charset=iso-8859-1', 'ä'],
  ['the header', latin('ä'), 'text/html; charset="ISO-8859-1"', 'ä'],
  ['the declaration', latin('<meta charset=latin1>ä'), 'text/html', '<meta charset=latin1>ä'],
  ['valid UTF-8', Buffer.from('ä'), undefined, 'ä'],
  ['windows-1252', latin('\x80ä'), undefined, '€ä'],
  ['UTF-8 that is cut off', Buffer.from('aä').subarray(0, 2), undefined, 'a\ufffd'],
  ['an unknown charset', Buffer.from('ä'), 'text/html; charset=nonsense', 'ä'],
  ['NUL', Buffer.from('a\0b'), undefined, 'a\ufffdb'],
])('HTML is decoded by %s', (_, bytes, contentType, expected) => {
  expect(decodeHtml(bytes, contentType)).toBe(expected);
});

it.each([
  ['the header', latin('ä'), 'text/css;charset=latin1', 'ä'],
  ['@charset', latin('@charset "latin1";ä'), 'text/css', '@charset "latin1";ä'],
  ['UTF-8 for an impossible @charset', Buffer.from('@charset "utf-16";ä'), undefined, '@charset "utf-16";ä'],
  ['valid UTF-8', Buffer.from('ä'), undefined, 'ä'],
  ['the byte order mark', Buffer.from('\ufeffä'), 'text/css;charset=latin1', 'ä'],
])('CSS is decoded by %s', (_, bytes, contentType, expected) => {
  expect(decodeCss(bytes, contentType)).toBe(expected);
});
