import { describe, expect, it } from '@jest/globals';
import { collectOrigins, parseOrigins } from '../../../src/domain/configuration/origins.ts';

describe('the setting of origins', () => {
  it('holds origins in the one form that they have', () => {
    expect(parseOrigins(' https://A.example/ ; http://b.example:80\nhttp://b.example:8080;')).toEqual([
      'https://a.example',
      'http://b.example',
      'http://b.example:8080',
    ]);
    expect(parseOrigins(' ; ')).toEqual([]);
  });

  it.each([
    'a.example',
    'ftp://a.example',
    'https://a.example/path',
    'https://u:secret@a.example',
    'http://a/?x',
    '*',
  ])('may not hold %s', (text) => {
    expect(() => parseOrigins(`http://x; ${text}`)).toThrow('has an entry, number 2, that is not an origin');
    expect(() => parseOrigins(text)).not.toThrow('secret');
  });
});

it('URLs name their origins, and those that they may be redirected to', () => {
  const urls = ['file:///a', 'http://a.example:8080/x', 'http://a.example:8080/y', 'https://b.example:8443/'];
  expect([...collectOrigins(urls)]).toEqual([
    'http://a.example:8080',
    'https://a.example',
    'https://b.example:8443',
  ]);
});
