// Key spans partition a range of keys: each key is in exactly one span, and the spans are sorted by the UTF-8 bytes of
// their keys.
import { describe, expect, it } from '@jest/globals';
import {
  canSharePart,
  compareKeys,
  getKeyPart,
  KEY_PREFIX_CHARACTERS,
  type KeyPrefixRange,
  listKeyPrefixRanges,
  PART_BYTES,
  toKeyPrefixRange,
  toNextKeyPrefixRange,
} from '../../../src/domain/keys/key-prefix-ranges.ts';

const head = 'h'.repeat(KEY_PREFIX_CHARACTERS);
const part = 'p'.repeat(PART_BYTES);
// Keys with lengths around the positions where the index cuts long keys. Characters of one to four bytes are at these
// positions.
const beginnings = [
  '',
  'a',
  'h'.repeat(KEY_PREFIX_CHARACTERS - 1),
  head,
  `${head}${part}`,
  `${head}${part}${part}`,
  'é'.repeat(KEY_PREFIX_CHARACTERS),
  '\u{10000}'.repeat(KEY_PREFIX_CHARACTERS),
  `${'\u{10000}'.repeat(KEY_PREFIX_CHARACTERS)}${'\u{10000}'.repeat(PART_BYTES / 4)}`,
  `${head}${'p'.repeat(PART_BYTES - 1)}`,
];
const ends = ['', 'a', 'b', 'é', '\uffff', '\u{10ffff}', 'z'.repeat(700), part];
const keys = beginnings
  .flatMap((beginning) => ends.map((end) => beginning + end))
  .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

it('keys are compared by their bytes', () => {
  const wrong = keys.filter((a) =>
    keys.some((b) => Math.sign(compareKeys(a, b)) !== Buffer.compare(Buffer.from(a), Buffer.from(b))),
  );
  expect(wrong).toEqual([]);
});

describe('the spans of a range', () => {
  const bounds = keys.filter((_, i) => i % 5 === 0);
  const ranges = bounds.flatMap((from) => [undefined, ...bounds].map((below) => ({ from, below })));

  it('hold its keys and no other, in order', () => {
    for (const range of ranges) {
      const inRange = keys.filter((key) => isIn(key, range));
      const held = listKeyPrefixRanges(range).map((span) => keys.filter((key) => isWithin(key, span)));
      expect(sameKeys(held.flat(), inRange)).toBe(true);
    }
  });

  it('hold the last key as well when they go through it', () => {
    for (const { from, below } of ranges) {
      if (below === undefined) continue;
      const inRange = keys.filter((key) => compareKeys(key, from) >= 0 && compareKeys(key, below) <= 0);
      const spans = listKeyPrefixRanges({ from, below }, { through: true });
      const held = spans.map((span) => keys.filter((key) => isWithin(key, span)));
      expect(sameKeys(held.flat(), inRange)).toBe(true);
      if (spans.length > 0) expect(spans.at(-1)!.to).toMatchObject({ inclusive: true });
    }
  });

  it('are few: one for short keys, and one for what begins with a long one', () => {
    expect(listKeyPrefixRanges({ from: 'com,', below: 'com-' })).toHaveLength(1);
    expect(listKeyPrefixRanges({ from: `${head}${part}a`, below: `${head}${part}b` })).toHaveLength(1);
  });
});

it('a part and what is behind it lead to every key', () => {
  for (const key of keys) {
    let [span] = listKeyPrefixRanges({ from: '', below: undefined });
    while (canSharePart(key, span!)) span = toNextKeyPrefixRange(span!, getKeyPart(key, span!));
    const own = toKeyPrefixRange(key);
    expect(span!.prefix.equals(own.prefix)).toBe(true);
    expect(getKeyPart(key, span!).equals(own.from.part)).toBe(true);
    expect(
      sameKeys(
        keys.filter((one) => isWithin(one, own)),
        keys.filter((one) => one === key),
      ),
    ).toBe(true);
  }
});

function isIn(key: string, { from, below }: { from: string; below: string | undefined }): boolean {
  return compareKeys(key, from) >= 0 && (below === undefined || compareKeys(key, below) < 0);
}

/** Returns whether the key is in the span. Compares keys as the index does. */
function isWithin(key: string, span: KeyPrefixRange): boolean {
  const { prefix, from, to } = span;
  if (!cutsOf(key).has(prefix.toString('latin1'))) return false;
  const own = getKeyPart(key, span);
  const low = from ? Buffer.compare(own, from.part) : 1;
  const high = to ? Buffer.compare(own, to.part) : -1;
  return (low > 0 || (low === 0 && from!.inclusive)) && (high < 0 || (high === 0 && to!.inclusive));
}

const cuts = new Map<string, Set<string>>();

/** Returns all prefixes of the key after which the index cuts the key. */
function cutsOf(key: string): Set<string> {
  const known = cuts.get(key);
  if (known) return known;
  let [span] = listKeyPrefixRanges({ from: '', below: undefined });
  const own = new Set(['']);
  while (canSharePart(key, span!)) {
    span = toNextKeyPrefixRange(span!, getKeyPart(key, span!));
    own.add(span.prefix.toString('latin1'));
  }
  cuts.set(key, own);
  return own;
}

/** Returns whether both lists are equal. `toEqual` would print an unreadable difference between very long keys. */
function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, i) => key === b[i]);
}
