// Tests that templates are rendered as in LOCKSS. Includes the values of lockss-core's TestPrintfConverter and
// TestPrintfUtil.
import { describe, expect, it } from '@jest/globals';
import { makeAuValues } from '../../../src/domain/templates/au-values.ts';
import { renderName, renderUrls } from '../../../src/domain/templates/render.ts';

const BASE = 'http://foo.bar:8080/';
const parameters = [
  { key: 'base_url', type: 3 },
  { key: 'volume', type: 6 },
  { key: 'volume_name', type: 1 },
  { key: 'issue_range', type: 7 },
  { key: 'num_issue_range', type: 8 },
  { key: 'issue_set', type: 9 },
  { key: 'year', type: 4 },
  { key: 'pub_down', type: 5 },
  { key: 'paren_param', type: 1 },
];
const configuration = {
  base_url: BASE,
  volume: '123',
  volume_name: 'vol.name',
  issue_range: 'a-d',
  num_issue_range: '9-12',
  issue_set: 'Jan,Feb,Mar,Apr',
  year: '2018',
  pub_down: 'true',
  paren_param: 'aa(bb)cc',
};
const valuesWith = (changes: Record<string, string> = {}) =>
  makeAuValues({ parameters, configuration: { ...configuration, ...changes } });
const urls = (template: string, changes?: Record<string, string>) =>
  renderUrls(template, valuesWith(changes));
const name = (template: string, changes?: Record<string, string>) =>
  renderName(template, valuesWith(changes));

describe('URLs', () => {
  it.each<[string, string[]]>([
    ['http://no.args/blah', ['http://no.args/blah']],
    ['"%sblah", base_url', [`${BASE}blah`]],
    ['"%sblah/v_%d/y%d", base_url, volume, year', [`${BASE}blah/v_123/y2018`]],
    ['"%sblah/v_%s/y%d", base_url, volume_name, year', [`${BASE}blah/v_vol.name/y2018`]],
    ['"%sblah/i_%d/foo", base_url, num_issue_range', [9, 10, 11, 12].map((no) => `${BASE}blah/i_${no}/foo`)],
    [
      '"%sblah/i_%d/foo%d", base_url, num_issue_range, num_issue_range',
      [9, 10, 11, 12].flatMap((last) => [9, 10, 11, 12].map((no) => `${BASE}blah/i_${no}/foo${last}`)),
    ],
    [
      '"%sblah/i_%s/foo", base_url, issue_set',
      ['Jan', 'Feb', 'Mar', 'Apr'].map((month) => `${BASE}blah/i_${month}/foo`),
    ],
    [
      '"%sblah/i_%s/foo%d", base_url, issue_set, num_issue_range',
      [9, 10, 11, 12].flatMap((no) =>
        ['Jan', 'Feb', 'Mar', 'Apr'].map((month) => `${BASE}blah/i_${month}/foo${no}`),
      ),
    ],
  ])('%s', (template, expected) => {
    expect(urls(template)).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ['5', '"i%d", num_issue_range', ['i5']],
    ['08-10', '"i%d", num_issue_range', ['i8', 'i9', 'i10']],
    ['1 - 2', '"i%s", num_issue_range', ['i1', 'i2']],
    ['1-2', '"i%03d", num_issue_range', ['i001', 'i002']],
  ])('print the range %s in %s', (range, template, expected) => {
    expect(urls(template, { num_issue_range: range })).toEqual(expected);
  });

  it('hold the first 101 numbers of a long range', () => {
    const found = urls('"i%d", num_issue_range', { num_issue_range: '1-5000' });
    expect([found.length, found[0], found.at(-1)]).toEqual([101, 'i1', 'i101']);
  });

  it.each([
    ['"%sblah/i_%d/foo", base_url, issue_range', {}],
    ['"i%s", num_issue_range', { num_issue_range: 'foo-foo' }],
    ['"a %s blah", un_def(base_url)', {}],
  ])('cannot be had of %s', (template, changes) => {
    expect(() => urls(template, changes)).toThrow();
  });
});

describe('names', () => {
  it.each([
    ['no args', 'no args'],
    ['"Base is %sblah", base_url', `Base is ${BASE}blah`],
    ['"%sblah/v_%d/y%d", base_url, volume, year', `${BASE}blah/v_123/y2018`],
    ['"Vol: %s Year: %d", volume_name, year', 'Vol: vol.name Year: 2018'],
    ['"%i, Issues %s", year, num_issue_range', '2018, Issues 9-12'],
    ['"%i, Issues %s", year, issue_set', '2018, Issues Jan, Feb, Mar, Apr'],
    ['"Issues %s", issue_range', 'Issues a-d'],
    ['"Base is %sblah", add_www(base_url)', 'Base is http://www.foo.bar:8080/blah'],
    ['"Base is %sblah", del_www(base_url)', `Base is ${BASE}blah`],
  ])('%s', (template, expected) => {
    expect(name(template)).toBe(expected);
  });

  it.each([
    [{ num_issue_range: '5' }, '"%s", num_issue_range', '5-5'],
    [{ num_issue_range: '08-09' }, '"%s", num_issue_range', '8-9'],
    [{ num_issue_range: ' 1 - 3 ' }, '"%s", num_issue_range', '1-3'],
    [{ issue_range: 'b' }, '"%s", issue_range', 'b-b'],
    [{ issue_range: 'a - c' }, '"%s", issue_range', 'a-c'],
    [{ issue_set: 'Jan,Feb, {2-4}' }, '"%s", issue_set', 'Jan, Feb, 2, 3, 4'],
    [{ issue_set: ' x ' }, '"%s", issue_set', 'x'],
    [{ issue_set: 'a,b,' }, '"[%8s]", issue_set', '[    a, b]'],
  ])('with %j: %s', (changes, template, expected) => {
    expect(name(template, changes as Record<string, string>)).toBe(expected);
  });

  it('cannot have a range of text where a number is wanted', () => {
    expect(() => name('"%sblah/i_%d/foo", base_url, issue_range')).toThrow();
  });
});

describe('commas, quotation marks and percent signs', () => {
  it.each([
    ['"%s %d",volume_name,year', 'vol.name 2018'],
    [' "%s %d" , volume_name , year ', 'vol.name 2018'],
    ['"%s %d", volume_name, year,', 'vol.name 2018'],
    ['"%s %d", volume_name, year, ,', 'vol.name 2018'],
    ['"%s %d", volume_name,, year', 'vol.name 2018'],
    ['"%s %d", volume_name, , year', 'vol.name 2018'],
    ['"%s %d" volume_name, year', 'vol.name 2018'],
    ['"%s"volume_name', 'vol.name'],
    ['"%s", volume_name, year', 'vol.name'],
    ['"a "quoted" %s", volume_name', 'a "quoted" vol.name'],
    ['"100%% of %s", volume_name', '100% of vol.name'],
    ['"%%%s%%", volume_name', '%vol.name%'],
    ['"foo bar"', 'foo bar'],
    ['"http://a/%20b%XX"', 'http://a/%20b%XX'],
    ['"100%%"', '100%%'],
    ['http://a/%20b', 'http://a/%20b'],
    ['a "word', 'a "word'],
  ])('%s', (template, expected) => {
    expect(name(template)).toBe(expected);
    expect(urls(template)).toEqual([expected]);
  });

  it.each(['"%s %s", volume_name', '"%q", volume_name', '"%s", no_such', '"%s", volume name'])(
    '%s is none',
    (template) => {
      expect(() => name(template)).toThrow();
    },
  );
});
