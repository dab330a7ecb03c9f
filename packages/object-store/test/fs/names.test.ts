// Every key has a distinct path, from which the key can be restored.
import { describe, expect, it } from '@jest/globals';
import { parseEntryName, toKeyPath } from '../../src/fs/names.ts';

/** Parses a path folder by folder, as a listing does. Returns the key. */
function keyOfPath(path: string): string | undefined {
  const names = path.split('/');
  const pieces = names.map((name, index) => parseEntryName(name, index < names.length - 1)?.bytes);
  return pieces.includes(undefined) ? undefined : Buffer.concat(pieces as Buffer[]).toString();
}

describe('pathOfKey', () => {
  const written: [string, string][] = [
    [
      'ns/default/ab12_-/0192f3a1-0000-7000-8000-000000000000.warc.gz',
      'ns/default/ab12_-/0192f3a1-0000-7000-8000-000000000000.warc.gz',
    ],
    ['a', 'a.%'],
    ['a/b', 'a/b.%'],
    ['a.b/c.d', 'a%2eb/c.d'],
    ['Ab.Gz', '%41b.%47z'],
    ['.a.', '%2ea%2e.%'],
    ['a b%', 'a%20b%25.%'],
    [`${'n'.repeat(80)}`, `${'n'.repeat(80)}%-/%.%`],
    [`${'n'.repeat(81)}/x.y`, `${'n'.repeat(80)}%-/n/x.y`],
  ];
  it.each(written)('keeps %j as %j', (key, path) => {
    expect(toKeyPath(key)).toBe(path);
    expect(keyOfPath(path)).toBe(key);
  });

  it('gives every key a path of its own, even where case counts for nothing, and none too long a name', () => {
    const alphabet = [
      'a',
      'A',
      '.',
      '%',
      '-',
      ' ',
      '2',
      '5',
      'é',
      '\u{1F600}',
      'x'.repeat(79),
      'é'.repeat(41),
    ];
    const segments = alphabet.flatMap((a) => [
      a,
      ...alphabet.flatMap((b) => [a + b, `${a}${b}a`, `${a}.${b}`]),
    ]);
    const possible = segments.filter((segment) => segment !== '.' && segment !== '..');
    const keys = new Set([...possible, ...possible.map((s) => `${s}/a`), ...possible.map((s) => `a/${s}`)]);
    const paths = new Set<string>();
    for (const key of keys) {
      const path = toKeyPath(key);
      expect(keyOfPath(path)).toBe(key);
      paths.add(path.toLowerCase());
      for (const name of path.split('/')) expect(name).toMatch(/^(?!\.\.?$)[a-z0-9%._-]{1,255}$/);
    }
    expect(paths.size).toBe(keys.size);
  });

  it('gives no path that is a folder of another', () => {
    const keys = ['a', 'a/b', 'a.b', 'a.b/c', 'n'.repeat(80), `${'n'.repeat(80)}/x`, `${'n'.repeat(81)}`];
    const paths = keys.map(toKeyPath);
    for (const path of paths) {
      for (const other of paths) expect(other.startsWith(`${path}/`)).toBe(false);
    }
  });
});

describe('entryOf', () => {
  it.each(['a', 'A.b', 'a b.c', '%4.x', '%41.%', '%61b.c', 'a.b.%', '.x', 'x.', '%zz.a', ''])(
    'takes no file %j for an object unless it is named as we name it',
    (name) => {
      const entry = parseEntryName(name, false);
      if (entry) expect(toKeyPath(entry.bytes.toString())).toBe(name);
      else expect(entry).toBeUndefined();
    },
  );

  it.each([80, 81, 200])('takes no file with a name of %d bytes in one piece for ours', (length) => {
    expect(parseEntryName(`${'n'.repeat(length - 3)}.gz`, false)).toBeUndefined();
  });

  it.each(['lost+found', 'n'.repeat(81), `${'n'.repeat(81)}%-`, 'a.b', 'A', 'x%-', '%61', '%-'])(
    'takes no folder %j for ours',
    (name) => {
      expect(parseEntryName(name, true)).toBeUndefined();
    },
  );
});
