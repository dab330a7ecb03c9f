import { describe, expect, it } from '@jest/globals';
import { makeAuValues } from '../../../src/domain/templates/au-values.ts';
import { compileUrlPattern } from '../../../src/domain/templates/url-pattern.ts';

const types: Record<string, number> = { base_url: 3, volume: 6, issues: 9, range: 7, numbers: 8 };
const configuration = {
  base_url: 'http://www.x.org/a/',
  volume: '7',
  name: 'A+ (1) b',
  issues: 'a.b,{3-5}',
  range: 'b-d',
  numbers: '2-13',
  none: '',
  metal: '[a-z]{1}|$^\\',
};
const values = makeAuValues({
  parameters: Object.entries(types).map(([key, type]) => ({ key, type })),
  configuration,
});
const found = (source: string, urls: readonly string[]) => {
  const pattern = compileUrlPattern(source, values);
  return urls.filter((url) => pattern.isIn(url));
};

describe('a pattern', () => {
  it('is looked for anywhere, its values as they are', () => {
    const source = '"^%s.*/v%03d/%s$", base_url, volume, name';
    const hit = 'http://www.x.org/a/b/v007/A+ (1) b';
    expect(found(source, [hit, hit.replaceAll('.', '!'), `x${hit}`, `${hit}x`])).toEqual([hit]);
    expect(found('"%s", metal', ['/[a-z]{1}|$^\\/', 'a'])).toEqual(['/[a-z]{1}|$^\\/']);
    expect(found('"^%s$", none', ['', 'a'])).toEqual(['']);
  });

  it('finds a space of a value as a space, a plus sign or %20', () => {
    const urls = ['A+ (1) b', 'A++(1)+b', 'A+%20(1)%20b', 'A+_(1)_b'];
    expect(found('"%s", name', urls)).toEqual(urls.slice(0, 3));
  });

  it('finds any member of a set', () => {
    expect(found('"/i%s/", issues', ['/ia.b/', '/i3/', '/i5/', '/i6/', '/iaxb/', '/ia.b3/'])).toEqual([
      '/ia.b/',
      '/i3/',
      '/i5/',
    ]);
  });

  it('finds what lies in a range: numbers by value, whatever their zeros, other text by its characters', () => {
    const numbers = [
      '/n1/',
      '/n2/',
      '/n002/',
      '/n13/',
      '/n14/',
      '/n130/',
      `/n${'0'.repeat(5_000)}9/`,
      '/nx/',
    ];
    expect(found('"/n%s/", numbers', numbers)).toEqual([numbers[1], numbers[2], numbers[3], numbers[6]]);
    expect(found('"/r%s/", range', ['/ra/', '/rb/', '/rcz/', '/rd/', '/rda/'])).toEqual([
      '/rb/',
      '/rcz/',
      '/rd/',
    ]);
    expect(found('"/%s-%s/", numbers, range', ['/3-c/', '/3-e/', '/1-c/'])).toEqual(['/3-c/']);
  });

  it.each([
    ['"(a", x', 'an unmatched opening parenthesis'],
    ['"a)", x', 'an unmatched closing parenthesis'],
    ['"[a", x', 'an unmatched opening bracket'],
    ['"*a", x', 'it has a quantifier without an operand'],
    ['"a++", x', 'a possessive quantifier (++)'],
    ['"(?>a)", x', 'an atomic group'],
    ['"(?(1)a)", x', 'a kind that is not supported ((?()'],
    ['"[a&&b]", x', 'an intersection of character classes'],
    ['"(a*)\\1", x', 'a back reference (\\1)'],
    ['"\\1(a)", x', 'a back reference (\\1)'],
    ['"(?<=a)b(?=c)", x', 'both a lookahead and a lookbehind'],
    ['"%s(?=c)", range', 'both a range and a lookaround'],
    ['"\\Ga", x', 'invalid escape sequence'],
    ['"a\\", x', 'ends with a backslash'],
    ['"(((a{1000}){1000}))", x', 'too large'],
    [`"${'[a-c]{1000}'.repeat(20)}", x`, 'too large'],
    [`"${'('.repeat(1000)}", x`, 'nested more than 200 deep'],
    ['"%s", nothing', 'the AU has no parameter "nothing"'],
  ])('%s cannot be used, and it is said why', (source, reason) => {
    expect(() => compileUrlPattern(source, values)).toThrow(reason);
  });

  it('takes no longer than it should, whatever pattern and URL', () => {
    const evil = '"^(a+)+$|(a|aa)+b|(.*a){20}!", x';
    expect(found(evil, [`${'a'.repeat(20_000)}c`])).toEqual([]);
    expect(found('"(a+)+(?!b)c", x', ['a'.repeat(20_000)])).toEqual([]);
  });

  it('with the values of an AU may become too long', () => {
    const many = makeAuValues({ parameters: [{ key: 's', type: 9 }], configuration: { s: '{1-9999}' } });
    expect(() => compileUrlPattern('"%s%s", s, s', many)).toThrow('longer than 65536 characters');
  });
});
