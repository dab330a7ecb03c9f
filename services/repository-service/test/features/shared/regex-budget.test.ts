// Limit on the size of regular expressions: the size estimated from the text is never below the actual program size in
// RE2.
import { describe, expect, it } from '@jest/globals';
import { RE2JS } from 're2js';
import { estimateProgramSize, RegexBudget } from '../../../src/features/shared/regex-budget.ts';

const sizeOf = (expression: string) => RE2JS.compile(expression, RE2JS.DOTALL).programSize();

describe('the estimated size of a program', () => {
  it.each([
    '(?:a?){900}zzz',
    '[a-z]{10,20}x+',
    '[[:alpha:]]]{3}',
    '[^]a]{5}',
    String.raw`\pL{7}\x{41}{2}`,
    '(a(b(c{3}){3}){3})',
    '(?P<n>x{9}){9}',
    '(?i)k{50}',
    '(?i:k{5}){5}',
    'x{,3}',
    'a{0}',
    String.raw`\{3}`,
    String.raw`\(a{9}`,
    '(?:[é-ü]?x){30}',
  ])('is that of RE2 where nothing can be shared: %s', (expression) => {
    expect(estimateProgramSize(expression)).toBe(sizeOf(expression));
  });

  it('is never below that of RE2, and never far above', () => {
    let seed = Number(process.hrtime.bigint() % 2_147_483_648n);
    const begun = seed;
    const below = (limit: number) => {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
      return seed % limit;
    };
    const atoms = ['a', 'b', '.', '[a-c]', String.raw`\d`, String.raw`\.`, 'é', String.raw`\Qa.*\E`, '^'];
    const repeats = ['*', '+', '?', '{3}', '{2,5}', '{2,}', '{0,3}', '*?'];
    const make = (depth: number): string => {
      const kind = below(8);
      if (depth <= 0 || kind < 3) return atoms[below(atoms.length)]!;
      if (kind === 3) return `(${make(depth - 1)})`;
      if (kind === 4) return `(?:${make(depth - 1)}|${below(4) === 0 ? '' : make(depth - 1)})`;
      if (kind === 5) return `(?:${make(depth - 1)})${repeats[below(repeats.length)]}`;
      return make(depth - 1) + make(depth - 1);
    };
    for (let round = 0; round < 2_000; round += 1) {
      const expression = make(5);
      const [estimated, size] = [estimateProgramSize(expression), sizeOf(expression)];
      expect({ begun, expression, isFit: estimated >= size && estimated <= 10 * size }).toEqual({
        begun,
        expression,
        isFit: true,
      });
    }
  });

  it('takes no time for what would make the largest of programs', () => {
    expect(estimateProgramSize(`(?:${'[a-z]b?'.repeat(140)}){1000}`)).toBeGreaterThan(400_000);
    expect(estimateProgramSize('['.repeat(1_000))).toBeGreaterThan(0);
  });
});

describe('the budget of a request', () => {
  it('is shared by all of its expressions', () => {
    const budget = new RegexBudget('filter');
    budget.compile('(?:a?){900}zzz');
    budget.compile('image/.*');
    expect(() => budget.compile('(?:a?){900}zzz')).toThrow('too large in total');
  });

  it('has space for what people write', () => {
    const budget = new RegexBudget('filter');
    for (let at = 0; at < 32; at += 1)
      expect(budget.compile('^https?://(www\\.)?example\\.(org|com)/.*\\.pdf$').test('x')).toBe(false);
  });

  it('is exceeded by one expression that repeats too much, however it is nested', () => {
    const many = ['(?:abc){1000}', '(?:(?:a?){30}){30}b{500}', '(?:[a-z]{10}x?){200}', '(a|b|){500}'];
    for (const expression of many)
      expect(() => new RegexBudget('filter').compile(expression)).toThrow('too large in total');
  });
});
