import { readFileSync } from 'node:fs';
import { corpus, describeWithCorpus } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { decodeAuKey, makeAuid, parseAuid } from '../src/index.ts';

describeWithCorpus('the AUIDs of a real title database', () => {
  it('are read, and written again byte for byte', () => {
    const lines = readFileSync(corpus.path('golden/tdb-aus.tsv'), 'utf8').trimEnd().split('\n');
    const auids = lines.map((line) => line.split('\t')[0]!);
    expect(auids.length).toBeGreaterThan(12_000);
    const again = auids.map((auid) => {
      const { pluginId, auKey } = parseAuid(auid)!;
      return makeAuid(pluginId, decodeAuKey(auKey)!);
    });
    expect(again).toEqual(auids);
  });
});
