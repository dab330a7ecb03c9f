import { readFileSync } from 'node:fs';
import { corpus, describeWithCorpus, findFixture } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { decodeAuKey, makeAuid, parseAuid } from '../src/index.ts';

describe('the AUIDs of our own title database', () => {
  areWrittenAgain(findFixture('golden/tdb-aus.tsv'), 10);
});

describeWithCorpus('the AUIDs of a real title database', () => {
  areWrittenAgain(corpus.path('golden/tdb-aus.tsv'), 12_519);
});

function areWrittenAgain(table: string, count: number): void {
  it('are read, and written again byte for byte', () => {
    const lines = readFileSync(table, 'utf8').trimEnd().split('\n');
    const auids = lines.map((line) => line.split('\t')[0]!);
    expect(auids).toHaveLength(count);
    const again = auids.map((auid) => {
      const { pluginId, auKey } = parseAuid(auid)!;
      return makeAuid(pluginId, decodeAuKey(auKey)!);
    });
    expect(again).toEqual(auids);
  });
}
