import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpus, describeWithCorpus, findFixture } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { parseTdb } from '../../src/index.ts';
import { collectEntries, readTitleText } from '../collect-entries.ts';

const head = 'plugin = p\nimplicit < name ; year >\n';

describe('a damaged .tdb text', () => {
  it.each([
    ['au < A ; 1 ; 2 >', ['x:3:1: the AU has 3 values where "implicit" names 2; it is left out'], []],
    ['au < A >', ['x:3:1: the AU has 1 values where "implicit" names 2; it is left out'], []],
    ['au < ; 1 >', ['x:3:1: the AU has no name'], []],
    ['au < A ; 1', ['x:3:11: the text ends where there should be ";" or ">"'], []],
    ['au < A ; 1\nau < B ; 2 >', ['x:4:1: there is "a" where there should be ";" or ">"'], ['A', 'B']],
    ['au  A ; 1 >\nau < B ; 2 >', ['x:3:5: there should be "<" after "au"'], ['B']],
    ['au < "A ; 1 >\nau < B ; 2 >', ['x:3:6: a quote that is not closed'], ['B']],
    ['au < "A" x ; 1 >\nau < B ; 2 >', ['x:3:10: there is "x" where there should be ";" or ">"'], ['B']],
    ['a < A ; 1 >\nau < B ; 2 >', ['x:3:3: there should be "=" after "a"'], ['B']],
    ['  ä = 1\nau < B ; 2 >', ['x:3:3: there is U+00E4 where an identifier should stand'], ['B']],
    ['attr[x = 1\nau < B ; 2 >', ['x:3:1: "attr[" has no "]" on its line'], ['B']],
    ['attr[] = 1\nau < B ; 2 >', ['x:3:1: "attr[]" names nothing'], ['B']],
    ['attr[__proto__] = 1\nau < B ; 2 >', ['x:3:1: "attr[__proto__]" names nothing'], ['B']],
    ['a = b ; c = d\nau < B ; 2 >', ['x:3:7: there is ";" where the line should end'], ['B']],
    ['publisher < nam = A >\nau < B ; 2 >', ['x:3:1: the publisher has no name'], ['B']],
    ['}\nau < B ; 2 >', ['x:3:1: there is no "{" for this "}"'], ['B']],
    ['{ {\nau < B ; 2 >', ['x:3:3: this "{", and 1 before it, are never closed'], ['B']],
    ['implicit < 1 >\nau < B ; 2 >', ['x:3:12: there is "1" where an identifier should stand'], ['B']],
    ['implicit\n\nau < B ; 2 >', ['x:5:1: there should be "<" after "implicit"'], ['B']],
  ])('is read on: %j', async (text, warnings, names) => {
    const found = await readTitleText(head + text);
    expect(found.warnings).toEqual(warnings);
    expect(found.entries.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ['C:\\dir\\x', '"\\\\d"'],
    ['a\\b', '"\\\\b"'],
    ['a\\tb', '"\\\\t"'],
    ['a\\"b', '"\\\\\\""'],
    ['a\\', '"\\\\"'],
    ['"a\\;b"', '"\\\\;"'],
    ['"a\\nb"', '"\\\\n"'],
    ['"a\\ b"', '"\\\\ "'],
  ])('tells of the unknown escape in %s, and never changes the value', async (value, shown) => {
    const inAu = await readTitleText(`${head}au <\n${value}\n; 1 >\nau < B ; 2 >`);
    expect(inAu.entries.map(({ name }) => name)).toEqual(['B']);
    expect(inAu.warnings).toEqual([expect.stringMatching(/^x:4:\d+: there is no escape /)]);
    expect(inAu.warnings[0]).toContain(`there is no escape ${shown}`);
    const inScope = await readTitleText(
      `${head}{\nparam[a] = ${value}\nau < A ; 1 >\n{ param[a] = good\nau < C ; 3 > }\n}\nau < B ; 2 >`,
    );
    expect(inScope.entries.map(({ name }) => name)).toEqual(['C', 'B']);
    expect(inScope.warnings).toEqual([
      expect.stringMatching(/^x:4:\d+: there is no escape /),
      'x:5:1: the AU has param[a], which could not be read; it is left out',
    ]);
    const inTitle = await readTitleText(`${head}{ title < name = ${value}\n>\nau < A ; 1 >\n}\nau < B ; 2 >`);
    expect(inTitle.entries.map(({ name }) => name)).toEqual(['B']);
    expect(inTitle.warnings[1]).toBe('x:5:1: the AU has title, which could not be read; it is left out');
  });

  it('is a quotation mark that nothing closes: only its statement is lost', async () => {
    const many = Array.from({ length: 2_000 }, (_, number) => `au < B${number} ; 2 >`).join('\n');
    const { entries, warnings } = await readTitleText(`${head}au < "A ; 1 >\n${many}\n`);
    expect(entries).toHaveLength(2_000);
    expect(warnings).toEqual(['x:3:6: a quote that is not closed']);
  });

  it('has the same lines whatever ends them', async () => {
    const text = `${head}au < A ; 1 > # comment\n\nau < "B\nC" ; 2 >\nau < D >\n`;
    for (const end of ['\n', '\r\n', '\r']) {
      const { entries, warnings } = await readTitleText(text.replaceAll('\n', end));
      expect(entries).toHaveLength(2);
      expect(warnings).toEqual(['x:7:1: the AU has 1 values where "implicit" names 2; it is left out']);
    }
  });

  it('keeps the title of a list in which a ";" or the ">" is missing', async () => {
    const { entries, warnings } = await readTitleText(`${head}
      { publisher < name = Press
        title < name = Journal
                issn = 1234-5679
        attr[x] = y
        au < A ; 1 > }`);
    expect(entries).toMatchObject([
      { publisher: 'Press', title: 'Journal', props: { issn: '1234-5679' }, attrs: { x: 'y' } },
    ]);
    expect(warnings.map((warning) => warning.slice(0, 6))).toEqual(['x:5:9:', 'x:6:17', 'x:7:9:']);
  });

  it('says so where an AU has no "implicit", no plugin, or bytes that are no text', async () => {
    expect((await readTitleText('plugin = p\nau < A >')).warnings).toEqual([
      'x:2:1: an AU where no "implicit" says what its values are',
    ]);
    expect((await readTitleText('implicit < name >\nau < A >')).warnings).toEqual([
      'x:2:1: the AU "A" has no plugin',
    ]);
    const bytes = Buffer.from(`# \xff\n${head}au < \xff ; \0 >`, 'latin1');
    const { entries, warnings } = await readTitleText(bytes);
    expect(warnings).toEqual(['x:4:1: bytes that are not UTF-8 text']);
    expect(entries).toMatchObject([{ name: '\uFFFD', year: '\uFFFD' }]);
  });
});

describe('a hostile .tdb text', () => {
  it.each([
    ['a statement without an end', `au < ${'x ; '.repeat(50_000)}`],
    ['lists in lists', 'au <;\n'.repeat(200_000)],
    ['a line without an end', 'x'.repeat(3_000_000)],
    ['a comment without an end', `#${'x'.repeat(3_000_000)}`],
    ['a value of backslashes', `a = ${'\\'.repeat(1_000_000)}`],
    ['quotes', '"'.repeat(500_000)],
    ['braces', '{'.repeat(1_000_000)],
    ['closing braces', '}'.repeat(200_000)],
    ['blanks', ' '.repeat(3_000_000)],
    ['blank lines in a list', `au < ${'\n'.repeat(3_000_000)}`],
    ['keys', Array.from({ length: 20_000 }, (_, n) => `attr[k${n}] = v\n`).join('')],
  ])('comes to an end: %s', async (_name, text) => {
    const { entries } = await readTitleText(`${head}${text}\nau < B ; 2 >\n}\n`, 100_000);
    expect(entries.length).toBeLessThanOrEqual(1);
  });

  it('does not make a huge database of a small file', async () => {
    const fields = Array.from({ length: 1_000 }, (_, n) => `attr[k${n}] = ${'v'.repeat(1_000)}\n`).join('');
    const { entries, warnings } = await readTitleText(`${head}${fields}au < B ; 2 >`, 100_000);
    expect(JSON.stringify(entries).length).toBeLessThan(20_000);
    expect(warnings[0]).toBe('x:19:1: more than 16384 characters hold here; this value is left out');
  });
});

describe('a title-database file of our own with one edit', () => {
  givesWarnings(Array.from({ length: 40 }, () => filesIn(findFixture('tdb'))).flat());
});

describeWithCorpus('a real title-database file with one edit', () => {
  givesWarnings(filesIn(corpus.path('tdb')));
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Edits each file once per seed. */
function givesWarnings(files: readonly string[]): void {
  it.each([1, 2])('gives warnings with their places, or none (seed %d)', async (seed) => {
    const random = generator(seed);
    let damaged = 0;
    for (const file of files) {
      const { edited, description } = edit(readFileSync(file), random);
      const { entries, warnings } = await readTitleText(edited, 50_000);
      const whole = (await collectEntries(parseTdb(createReadStream(file), { source: file }))).entries.length;
      const lines = edited.toString().split('\n');
      for (const warning of warnings) {
        const [, line, column] = /^x:(\d+):(\d+): \S/.exec(warning) ?? [];
        const text = lines[Number(line) - 1];
        expect({
          description,
          warning,
          inside: text !== undefined && Number(column) <= text.length + 1,
        }).toEqual({
          description,
          warning,
          inside: true,
        });
      }
      if (warnings.length > 0) damaged += 1;
      // If there is no warning, only the edited entry may be missing.
      else expect(entries.length).toBeGreaterThanOrEqual(whole - 1);
    }
    expect(damaged).toBeGreaterThan(10);
  });
}

/** Deletes, inserts or replaces one character. Half of the edits change a syntax character. */
function edit(bytes: Buffer, random: () => number): { edited: Buffer; description: string } {
  const meaningful = [...bytes.keys()].filter((at) => '{}<>;="[]'.includes(String.fromCharCode(bytes[at]!)));
  const at = Math.floor(
    random() < 0.5 ? random() * bytes.length : meaningful[Math.floor(random() * meaningful.length)]!,
  );
  const inserted = Buffer.from(
    ['{', '}', '<', '>', ';', '"', '\\', '#', '\n', '\xff'][Math.floor(random() * 10)]!,
    'latin1',
  );
  const kind = Math.floor(random() * 3);
  const edited = Buffer.concat([
    bytes.subarray(0, at),
    kind === 0 ? Buffer.of() : inserted,
    bytes.subarray(kind === 1 ? at : at + 1),
  ]);
  return { edited, description: `${['without', 'before', 'instead of'][kind]} byte ${at}: ${inserted}` };
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}
