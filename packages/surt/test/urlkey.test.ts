import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { makeUrlkey, makeUrlkeyPrefix } from '../src/index.ts';
import { createRandomNumbers } from './numbers.ts';

describe('urlkey', () => {
  it('is what python surt 0.3.1 gave for every recorded URL', () => {
    const file = new URL('./fixtures/python-surt-0.3.1.jsonl', import.meta.url);
    const rows = readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as [string, string]);
    expect(rows.length).toBeGreaterThan(1000);
    expect(rows.map(([url]) => [url, makeUrlkey(url)])).toEqual(rows);
  });

  // URLs for which Python's surt raises an error. An archive must be able to index them.
  it.each([
    ['http://example.com:abc/A', 'com,example:abc)/a'],
    ['http://example.com:99999/', 'com,example:99999)/'],
    ['http://2001:db8::1/a', '2001:db8::1)/a'],
    ['http://example.com:80 /', 'com,example:80%20)/'],
    ['[::1]:x y/a', '::1:x%20y)/a'],
    [' ', '-'],
    ['\t\n', '-'],
    ['http://a.com/\ud800', 'com,a)/%ef%bf%bd'],
    ['http://\udfff.com/', 'com,%ef%bf%bd)/'],
  ])('%j → %s', (url, key) => {
    expect(makeUrlkey(url)).toBe(key);
  });

  it('names an archive file by its own name, but without white space', () => {
    expect(makeUrlkey('filedesc:A b\t.arc')).toBe('filedesc:A%20b%09.arc');
  });

  it('is one for the variants of a URL that show the same page', () => {
    const variants = [
      'http://example.com/a/b?x=1&y=2',
      'https://example.com/a/b?x=1&y=2',
      'http://www.example.com/a/b?x=1&y=2',
      'http://WWW23.Example.COM:80/A/B?X=1&Y=2',
      'https://user:secret@example.com:443/a/b?y=2&x=1',
      'http://example.com/a//b/?x=1&y=2#part',
      'http://example.com/c/.././a/%62?x=1&y=%32',
      ' http://example.com./a/b?y=2&x=1\n',
      'example.com/a/b?x=1&y=2',
    ];
    expect(new Set(variants.map(makeUrlkey))).toEqual(new Set(['com,example)/a/b?x=1&y=2']));
  });

  it('takes the short way and the whole way to the same key', () => {
    const urls = [
      'a.com/',
      'www.a.com/b/?',
      'a-b.c1.org/X/y.z?B=2&a',
      'www1/',
      'www.com/?&=',
      'a_b.c/(d)/e.aspx?f',
    ];
    for (const url of urls) expect(makeUrlkey(`http://${url}`)).toBe(makeUrlkey(`HTTP://${url}#`));
  });

  it('answers any string with a key without white space or control characters', () => {
    const pieces = [
      'http:',
      '//',
      '/',
      '.',
      '..',
      '%',
      '2',
      '5',
      'é',
      '\ud83d',
      '@',
      ':',
      '[',
      ']',
      '?',
      '&',
      '#',
    ];
    pieces.push(
      '=',
      ' ',
      '\0',
      '\u2028',
      'xn--',
      'www.',
      'sid=',
      '(',
      ')',
      '.aspx',
      '0x',
      '9',
      'ﷺ',
      'ב',
      'a',
    );
    const random = createRandomNumbers(20);
    for (let i = 0; i < 20_000; i++) {
      const url = Array.from({ length: random(12) }, () => pieces[random(pieces.length)]).join('');
      expect(makeUrlkey(url)).toMatch(/^[\x21-\x7e]+$/);
    }
  });
});

describe('a hostile URL of 400 KB', () => {
  // Detects quadratic run time by the test's time limit. No time is measured.
  it.each([
    ['escapes', '%25'],
    ['nested escapes', '25', 'http://a.com/%'],
    ['parents', '../'],
    ['empty segments', '//.'],
    ['parameters', '&', 'http://a.com/?'],
    ['sessions', `&x=sid=${'0'.repeat(32)}`, 'http://a.com/?'],
    ['halves of sessions', 'cfid=', 'http://a.com/?'],
    ['session pairs', 'cfid=1&cftoken=', 'http://a.com/?'],
    ['session segments', `/(a(${'x'.repeat(24)}))`],
    ['pages', '/(x)/a.aspx?'],
    ['digits', '1', 'http://'],
    ['octal digits', '.07', 'http://0'],
    ['dots', '.', 'http://a'],
    ['dots before a letter', '.', 'http://', 'a'],
    ['short labels', 'a.', 'http://', '!/'],
    ['www', 'www1.', 'http://'],
    ['letters beyond ASCII', 'é', 'http://'],
    ['labels beyond ASCII', 'é.', 'http://'],
    ['schemes', 'http://', ''],
    ['colons', ':', 'http://'],
    ['at signs', '@', 'http://'],
    ['brackets', '[', 'http://'],
    ['white space', '\v', '', 'a'],
    ['inner white space', ' ', 'http://a.com/', '!'],
    ['one letter', 'a', ''],
  ])('of %s has its key at once', (_, piece, before = 'http://a.com', after = '') => {
    const url = before + piece.repeat(400_000 / piece.length) + after;
    expect(makeUrlkey(url).length).toBeLessThan(url.length * 6);
  });
});

describe('urlkeyPrefix', () => {
  it.each([
    ['http://example.com/', 'com,example)/'],
    ['http://example.com', 'com,example)/'],
    ['http://example.com/a', 'com,example)/a'],
    ['http://example.com/a/', 'com,example)/a/'],
    ['http://example.com/a/#part', 'com,example)/a/'],
    ['http://example.com/a?', 'com,example)/a?'],
    ['http://example.com/a/?', 'com,example)/a?'],
    ['http://example.com?', 'com,example)/?'],
    ['http://example.com/a?b=c/', 'com,example)/a?b=c/'],
    [' http://example.com/a/ ', 'com,example)/a/'],
    ['http://example.com/a#b/', 'com,example)/a'],
    ['', '-'],
  ])('%j → %s', (url, prefix) => {
    expect(makeUrlkeyPrefix(url)).toBe(prefix);
  });
});
