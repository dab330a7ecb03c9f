import { makeUrlkey } from '@holdfast/surt';
import { describe, expect, it } from '@jest/globals';
import type { KeyMatch } from '../../../src/domain/replay/capture-index.ts';
import { type MatchType, parseKeyMatch } from '../../../src/features/replay/words/key-match.ts';

const urls = [
  'http://example.com/',
  'https://www.example.com/?b=2&a=1',
  'http://example.com/path',
  'http://example.com/path/',
  'http://example.com/path/below',
  'http://example.com/pathology',
  'http://example.com/path?x=1',
  'http://example.com:8080/path',
  'http://sub.example.com/path',
  'http://sub.example.com:8080/',
  'http://example.community/',
  'http://example.com-x.org/',
  'http://my-example.com/',
  'http://com/',
];

const found = (match: KeyMatch) =>
  urls.filter((url) => {
    const key = Buffer.from(makeUrlkey(url));
    if ('key' in match) return key.equals(Buffer.from(match.key));
    const below = match.below === undefined ? undefined : Buffer.from(match.below);
    return Buffer.compare(key, Buffer.from(match.from)) >= 0 && (!below || Buffer.compare(key, below) < 0);
  });

describe('the keys a query asks for', () => {
  it.each<[string, MatchType | undefined, string[]]>([
    ['http://www.EXAMPLE.com:80/path/', 'exact', ['http://example.com/path', 'http://example.com/path/']],
    ['example.com/path', undefined, ['http://example.com/path', 'http://example.com/path/']],
    ['example.com/path*', undefined, [2, 3, 4, 5, 6].map((at) => urls[at]!)],
    ['example.com/path/*', 'exact', ['http://example.com/path/below']],
    ['example.com/path?*', 'exact', ['http://example.com/path?x=1']],
    ['example.com/path', 'prefix', [2, 3, 4, 5, 6].map((at) => urls[at]!)],
    ['example.com/path/', 'prefix', ['http://example.com/path/below']],
    ['http://example.com/anything', 'host', [0, 1, 2, 3, 4, 5, 6].map((at) => urls[at]!)],
    ['http://example.com:8080', 'host', ['http://example.com:8080/path']],
    ['example.com', 'domain', [0, 1, 2, 3, 4, 5, 6, 8, 9].map((at) => urls[at]!)],
    ['*.example.com', undefined, [0, 1, 2, 3, 4, 5, 6, 8, 9].map((at) => urls[at]!)],
    ['*.example.com/*', 'exact', [0, 1, 2, 3, 4, 5, 6, 8, 9].map((at) => urls[at]!)],
    ['com', 'domain', urls.filter((url) => !/community|org/.test(url))],
    ['*', undefined, urls],
    ['http://my-example.com/', 'range', urls.filter((url) => makeUrlkey(url) >= 'com,my-example)/')],
  ])('%s by %s', (url, matchType, expected) => {
    expect(found(parseKeyMatch(url, matchType))).toEqual(expected);
  });

  it('end where no text with the prefix is left', () => {
    expect(parseKeyMatch('filedesc:\u{10ffff}', 'prefix')).toEqual({
      from: 'filedesc:\u{10ffff}',
      below: 'filedesc;',
    });
    expect(parseKeyMatch('filedesc:\ud7ff', 'prefix')).toEqual({
      from: 'filedesc:\ud7ff',
      below: 'filedesc:\ue000',
    });
    expect(parseKeyMatch('filedesc:😀', 'prefix')).toEqual({ from: 'filedesc:😀', below: 'filedesc:😁' });
  });

  it.each<[string, MatchType]>([
    ['urn:isbn:12', 'host'],
    ['mailto:a@b', 'domain'],
    ['', 'host'],
  ])('cannot be told of %j by %s', (url, matchType) => {
    expect(() => parseKeyMatch(url, matchType)).toThrow(/no host/);
  });
});
