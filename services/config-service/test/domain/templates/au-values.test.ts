import { describe, expect, it } from '@jest/globals';
import { makeAuValues } from '../../../src/domain/templates/au-values.ts';
import { renderName, renderUrls } from '../../../src/domain/templates/render.ts';

const types: Record<string, number> = {
  base_url: 3,
  volume: 6,
  year: 4,
  issues: 9,
  range: 7,
  numbers: 8,
  open: 5,
  size: 11,
};
const configuration: Record<string, string> = {
  base_url: 'HTTP://WWW.Example.org:80/a~b/?q=1',
  volume: '+07',
  volume_name: 'Vol. 3',
  year: '2009',
  issues: 'a, 2,,{3-4}',
  range: 'b-d',
  numbers: '2-13',
  open: 'yes',
  size: '-12345678901234567890',
  encoded: 'a%20b+c',
};
const values = makeAuValues({
  parameters: Object.entries(types).map(([key, type]) => ({ key, type })),
  configuration,
});
const nameOf = (source: string) => renderName(source, values);

describe('in a name', () => {
  it.each([
    ['"%s|%s", volume_name, volume', 'Vol. 3|7'],
    ['"%03d|%.3d|%3d|%-3d|%+d|% d", volume, volume, volume, volume, volume, volume', '007|007|  7|7  |+7| 7'],
    ['"%05d|%x|%X|%o", size, year, year, volume', '-12345678901234567890|7d9|7D9|7'],
    ['"%-8s|%8s|%.3s", volume_name, volume_name, volume_name', 'Vol. 3  |  Vol. 3|Vol'],
    ['"%s|%s|%s|%s", issues, range, numbers, open', 'a, 2, 3, 4|b-d|2-13|true'],
    ['"%s|%s|%02d", base_url_host, base_url_path, au_short_year', 'WWW.Example.org|/a~b/|09'],
  ])('%s', (source, expected) => {
    expect(nameOf(source)).toBe(expected);
  });
});

describe('functions', () => {
  it.each([
    ['url_host(base_url)', 'WWW.Example.org'],
    ['url_path(base_url)', '/a~b/'],
    ['del_www(base_url)', 'HTTP://Example.org:80/a~b/?q=1'],
    ['add_www(del_www(base_url))', 'HTTP://www.Example.org:80/a~b/?q=1'],
    ['add_www(base_url)', 'HTTP://WWW.Example.org:80/a~b/?q=1'],
    ['to_https(base_url)', 'https://WWW.Example.org:80/a~b/?q=1'],
    ['to_http(to_https(base_url))', 'http://WWW.Example.org:80/a~b/?q=1'],
    ['url_encode(volume_name)', 'Vol.+3'],
    ['url_decode(encoded)', 'a b c'],
    ['short_year(year)', '9'],
    ['range_min(range)', 'b'],
    ['range_max(range)', 'd'],
    ['num_range_max(numbers)', '13'],
  ])('%s', (argument, expected) => {
    expect(nameOf(`"%s", ${argument}`)).toBe(expected);
  });

  it.each([
    ['del_www_and_scheme(base_url)', 'the function "del_www_and_scheme" is not supported'],
    ['constructor(base_url)', 'is not supported'],
    ['url_host(volume_name)', '"Vol. 3" is not a URL'],
    ['url_host(range)', 'cannot be applied to a range'],
    ['short_year(volume_name)', 'only be applied to a whole number'],
    ['range_min(issues)', 'cannot be applied to a set'],
    ['url_decode(url_decode(broken))', 'no parameter "broken"'],
    ['volume_name_host', 'no parameter "volume_name_host"'],
    ['au_short_volume', 'no parameter "au_short_volume"'],
    ['toString', 'no parameter "toString"'],
  ])('%s cannot be had', (argument, reason) => {
    expect(() => nameOf(`"%s", ${argument}`)).toThrow(reason);
  });

  it('%d needs a whole number', () => {
    expect(() => nameOf('"%d", volume_name')).toThrow('"Vol. 3" is not a whole number');
  });
});

describe('as URLs', () => {
  it('a set gives one for each of its members, two sets one for each pair', () => {
    const urls = renderUrls('"%si%s/%d", to_https(base_url), issues, year', values);
    expect(urls.map((url) => url.slice(-7))).toEqual(['ia/2009', 'i2/2009', 'i3/2009', 'i4/2009']);
    expect(renderUrls('"%s%s", issues, issues', values)).toHaveLength(16);
  });

  it('a range of text gives none that could be named, and a great set too many', () => {
    expect(() => renderUrls('"%s", range', values)).toThrow('a range of text cannot stand in a URL');
    const many = (set: string) =>
      makeAuValues({ parameters: [{ key: 's', type: 9 }], configuration: { s: set } });
    expect(() => renderUrls('"%s", s', many('{1-1001}'))).toThrow('more than 1000 URLs');
    expect(() => renderUrls('"%s", s', many('{1-999999999}'))).toThrow('more than 1000 URLs');
    expect(renderUrls('"%s", s', many('{9-1}'))).toEqual([]);
  });
});
