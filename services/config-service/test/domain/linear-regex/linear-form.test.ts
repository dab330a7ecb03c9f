// Compares rewritten expressions with JavaScript's regular expressions, which support lookahead and back references.
import { describe, expect, it } from '@jest/globals';
import { RE2JS } from 're2js';
import { toLinearForm } from '../../../src/domain/linear-regex/linear-form.ts';

function found(pattern: string, text: string): boolean {
  const { source, flags, reversed } = toLinearForm(pattern);
  return RE2JS.compile(source, flags).test(reversed ? [...text].reverse().join('') : text);
}

describe('the linear form', () => {
  it.each([
    ['(?!.+/(FIG|TAB))', '/a', true],
    ['^x/(?!.+/(FIG|TAB))', 'x/1/FIG2', false],
    ['^x/(?!.+/(FIG|TAB))', 'x/1/2', true],
    ['a(?=[^/]*\\.pdf$)', '/ab/c.pdf', false],
    ['a(?=[^/]*\\.pdf$)', '/bac.pdf', true],
    ['(?i)A(?!B)', 'xaB', false],
    ['\\Aa(?!b)\\Z', 'a', true],
    ['(?<!a)b', 'ab', false],
    ['(?<=(a|c))b', 'cb', true],
    ['(a|b\\.c)-\\1$', 'b.c-bxc', false],
    ['(a|b\\.c)-\\1$', 'b.c-b.c', true],
    ['(a|b)(c)\\2+\\1', 'bccca', false],
    ['(a|b)(c)\\2+\\1', 'bcccb', true],
    ['\\Qa.b\\E+', 'a.bbb', true],
    ['\\Qa.b', 'axb', false],
    ['[]a](?=x)', ']x', true],
    ['é(?=😀)', 'é😀', true],
  ])('of %s finds in %s what it should', (pattern, text, expected) => {
    expect(found(pattern, text)).toBe(expected);
  });

  it('is the expression itself when nothing needs rewriting', () => {
    const plain = '^a(?:b|[^/]+?){2,3}\\.(?<name>c)$';
    expect(toLinearForm(plain)).toMatchObject({ source: plain, flags: 0, reversed: false });
  });

  it('finds what the other engine finds, in random expressions and texts', () => {
    const random = seeded(7);
    let hits = 0;
    for (let round = 0; round < 1_000; round++) {
      const pattern = randomPattern(random);
      const native = new RegExp(pattern, 'u');
      for (let trial = 0; trial < 10; trial++) {
        const text = Array.from({ length: random(9) }, () => 'ab/'[random(3)]).join('');
        const expected = native.test(text);
        if (expected) hits++;
        if (found(pattern, text) !== expected) throw new Error(`${pattern} in ${text}: not ${expected}`);
      }
    }
    expect(hits).toBeGreaterThan(1_000);
    expect(hits).toBeLessThan(9_000);
  });
});

/** Mulberry32 random generator. Returns numbers with 0 ≤ n < `below`. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Returns a pattern with lookahead, or with back references to groups that match only a few strings. */
function randomPattern(random: (below: number) => number): string {
  const piece = (depth: number): string => {
    switch (random(depth > 2 ? 6 : 10)) {
      case 0:
        return random(4) === 0 ? '^' : 'a';
      case 1:
        return random(4) === 0 ? '$' : 'b';
      case 2:
        return '[^a]';
      case 3:
        return '/';
      case 4:
        return '.';
      case 5:
        return '[ab]';
      case 6:
        return `(?${'=!'[random(2)]}${several(depth + 1)})`;
      case 7:
        return `(?:${several(depth + 1)}|${several(depth + 1)})`;
      case 8:
        return `(?:${several(depth + 1)})${['*', '+', '?', '{1,2}', '*?'][random(5)]}`;
      default:
        return `[ab/]${['*', '+?', '?'][random(3)]}`;
    }
  };
  const several = (depth: number) => Array.from({ length: 1 + random(3) }, () => piece(depth)).join('');
  if (random(2) === 0) return several(0);
  return `${several(0)}(a|b|ab)${several(0)}\\1${random(2) === 0 ? '' : several(0)}`;
}
