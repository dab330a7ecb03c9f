// Reads XML title databases, from fixtures and from real nodes, as configurations.
import { readFileSync } from 'node:fs';
import { corpus, describeWithCorpus, findFixture } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { readText } from './read.ts';

const options = { format: 'xml', entriesUnder: 'org.lockss.title' } as const;

describe('our own title database in XML', () => {
  const bytes = readFileSync(findFixture('golden/titledb.xml'));
  hasAnEntryForEachTitle(bytes, 10);
  isTheSameInPieces(bytes);
});

describeWithCorpus('a real title database in XML', () => {
  const bytes = readFileSync(corpus.path('golden/titledb-coppulpln.xml'));
  const part = bytes.subarray(0, 40_000);
  const end = part.lastIndexOf('  </property>');
  hasAnEntryForEachTitle(bytes, 1_511);
  isTheSameInPieces(
    Buffer.concat([part.subarray(0, end), Buffer.from('</property></property></lockss-config>')]),
  );
});

function hasAnEntryForEachTitle(bytes: Buffer, count: number): void {
  it('has an entry for each of its titles, with its line', async () => {
    const found = await readText(bytes, options);
    const text = bytes.toString();
    const last = found.findLast(({ entry }) => entry !== undefined)!.entry!;
    expect(last.number).toBe(count);
    expect(last.number).toBe(text.split('<property name="plugin"').length - 1);
    expect(text.split('\n')[last.line - 1]).toContain(`name="${last.name}"`);
    expect(found).toHaveLength(text.split(' value=').length - 1);
  });
}

function isTheSameInPieces(bytes: Buffer): void {
  it('is the same in pieces of any size', async () => {
    const whole = await readText(bytes, options);
    expect(whole.length).toBeGreaterThan(100);
    expect(await readText(bytes, options, 1)).toEqual(whole);
    expect(await readText(bytes, options, 7)).toEqual(whole);
  });
}
