import { describe, expect, it } from '@jest/globals';
import { parseTemplate } from '../../../src/domain/templates/template.ts';

const slot = (key: string, more = {}) => ({
  letter: 's',
  flags: '',
  width: 0,
  precision: undefined,
  argument: { key, functions: [] },
  ...more,
});

describe('a template', () => {
  it('is text and places for arguments', () => {
    expect(parseTemplate(' "%sv%03d/%.2d%%20", base_url,volume , year ').pieces).toEqual([
      slot('base_url'),
      'v',
      slot('volume', { letter: 'd', flags: '0', width: 3 }),
      '/',
      slot('year', { letter: 'd', precision: 2 }),
      '%',
      '20',
    ]);
  });

  it('takes functions of arguments, the innermost first', () => {
    const [first] = parseTemplate('"%s", url_host( to_https (base_url))').pieces;
    expect(first).toEqual(
      slot('base_url', { argument: { key: 'base_url', functions: ['to_https', 'url_host'] } }),
    );
  });

  it('may have arguments too many, quotation marks inside, or none at all', () => {
    expect(parseTemplate('"a%s", x, y').pieces).toEqual(['a', slot('x')]);
    expect(parseTemplate('"a"b"').pieces).toEqual(['a"b']);
    expect(parseTemplate('http://x.org/100%').pieces).toEqual(['http://x.org/100%']);
    expect(parseTemplate('""').pieces.join('')).toBe('');
  });

  it.each([
    ['"%s%s", base_url', 'more places than arguments'],
    ['"100%", x', 'not a printf conversion'],
    ['"%q", x', '"%q" is not supported'],
    ['"%f", x', '"%f" is not supported'],
    ['"%9999d", x', 'wider than 100'],
    ['"%.9999d", x', 'wider than 100'],
    ['"%s", a b', '"a b" is not an argument'],
    ['"%s", f(a', 'is not an argument'],
    [`"${'a'.repeat(20_000)}"`, 'longer than 16384'],
  ])('%s cannot be used', (source, reason) => {
    expect(() => parseTemplate(source)).toThrow(reason);
  });
});
