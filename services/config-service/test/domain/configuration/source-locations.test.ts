import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseSourceLocations } from '../../../src/domain/configuration/source-locations.ts';

describe('the setting of the plugin sources', () => {
  it('names folders and URLs, in their order', () => {
    expect(
      parseSourceLocations('/srv/plugins ; https://r.example/a b/#top\n\n plugins\r\nHTTP://R.example\n'),
    ).toEqual([
      { kind: 'folder', path: '/srv/plugins' },
      { kind: 'url', url: 'https://r.example/a%20b/' },
      { kind: 'folder', path: resolve('plugins') },
      { kind: 'url', url: 'http://r.example/' },
    ]);
    expect(parseSourceLocations(' ; ')).toEqual([]);
  });

  it.each([
    ['ftp://r.example/', 'only http:// and https:// can be read'],
    ['file:///etc/passwd', 'only http:// and https:// can be read'],
    ['http://user:secret@r.example/', 'a URL with a login'],
    ['http://', 'not a URL'],
    [`http://r.example/${'a'.repeat(1000)}`, 'more than 1000 characters'],
  ])('may not hold %.40s', (text, message) => {
    expect(() => parseSourceLocations(text)).toThrow(message);
    expect(() => parseSourceLocations(text)).not.toThrow('secret');
  });
});
