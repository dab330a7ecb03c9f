// User names by RFC 8265: the examples in the RFC's tables, and names that resemble other names.
import { describe, expect, it } from '@jest/globals';
import { findUserNameFault, mapUserName } from '../../src/users/user-name.ts';

const isFit = (name: string): boolean => findUserNameFault(mapUserName(name)) === undefined;

describe('a user name', () => {
  it('may be one of table 2 of RFC 8265', () => {
    for (const name of [
      'juliet@example.com',
      'fussball',
      'fu\u00dfball',
      '\u03c0',
      '\u03a3',
      '\u03c3',
      '\u03c2',
    ])
      expect([name, findUserNameFault(mapUserName(name))]).toEqual([name, undefined]);
  });

  it('may be none of table 3 of RFC 8265, but of two parts (section 3.1)', () => {
    for (const name of ['', 'henry\u2163', '\u265a']) expect([name, isFit(name)]).toEqual([name, false]);
  });

  it('has no space, control, format, ignorable or private character anywhere', () => {
    const others = ['\u00a0', '\u2002', '\t', '\0', '\u007f', '\u0085', '\u00ad', '\u034f', '\u061c'];
    const more = [
      '\u115f',
      '\u180e',
      '\u200b',
      '\u200c',
      '\u200d',
      '\u200e',
      '\u202e',
      '\u2028',
      '\u2060',
      '\u2066',
    ];
    const last = [
      '\u3164',
      '\ufe0f',
      '\ufeff',
      '\uffa0',
      '\ufffd',
      '\u{e0001}',
      '\u{e0061}',
      '\u{e000}',
      '\u{1d173}',
    ];
    for (const one of [' ', '\u3000'])
      for (const name of [`${one}admin`, `admin${one}`]) expect([name, isFit(name)]).toEqual([name, false]);
    for (const one of [...others, ...more, ...last])
      for (const name of [`${one}admin`, `ad${one}min`, `admin${one}`])
        expect([JSON.stringify(name), isFit(name)]).toEqual([JSON.stringify(name), false]);
  });

  it('has single spaces, and only between its parts', () => {
    for (const name of ['foo bar', 'user 1 b']) expect([name, isFit(name)]).toEqual([name, true]);
    for (const name of [' foo', 'foo ', 'foo  bar', ' ', 'foo\u00a0bar', 'foo\u3000\u3000bar'])
      expect([name, isFit(name)]).toEqual([name, false]);
    expect(mapUserName('foo\u3000bar')).toBe('foo bar');
  });

  it('has no colon, no symbol, no compatibility form, and no half of a surrogate pair', () => {
    for (const name of [
      'a:b',
      'a\uff1ab',
      'a\u2122',
      '\ufb01ne',
      '\u2460',
      'a\u2024b',
      '\u{1f600}',
      'a\ud800',
      'a\u0640b',
    ])
      expect([JSON.stringify(name), isFit(name)]).toEqual([JSON.stringify(name), false]);
  });

  it('is mapped from full and half width, and composed', () => {
    expect(mapUserName('\uff21\uff44\uff4d\uff49\uff4e')).toBe('Admin');
    expect(mapUserName('\uff76\uff9e')).toBe('\u30ac');
    expect(mapUserName('do\u0308rte')).toBe('d\u00f6rte');
    expect(mapUserName('Admin')).toBe('Admin');
  });

  it('keeps the contextual rules', () => {
    for (const name of [
      'col\u00b7lega',
      '\u0375\u03b1',
      '\u05d0\u05f3',
      '\u30a2\u30fb',
      '\u0627\u0661',
      '\u0627\u06f1',
    ])
      expect([name, isFit(name)]).toEqual([name, true]);
    for (const name of ['a\u00b7l', '\u0375a', 'a\u05f3', '\u30fb', '\u0627\u0661\u06f1'])
      expect([name, isFit(name)]).toEqual([name, false]);
  });

  it('does not mix directions', () => {
    for (const name of ['\u05d0\u05d1', '\u05d01', '\u0627\u0628-\u0629', '\u05d0\u05b7'])
      expect([name, isFit(name)]).toEqual([name, true]);
    for (const name of ['a\u05d0', '\u05d0a', '1\u05d0', '\u05d0-', '\u0661'])
      expect([name, isFit(name)]).toEqual([name, false]);
  });

  it('is of any script, and not too long', () => {
    for (const name of [
      'alice',
      'Alice.O\u2019'.slice(0, 7),
      '\u674e\u96f7',
      '\u0430\u043b\u0438\u0441\u0430',
      '\u0e01\u0e33'.slice(0, 1),
      'a'.repeat(256),
    ])
      expect([name, isFit(name)]).toEqual([name, true]);
    expect(isFit('a'.repeat(257))).toBe(false);
  });
});
