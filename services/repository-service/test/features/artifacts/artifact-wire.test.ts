import { expect, it } from '@jest/globals';
import { jsonOfListed, wireOfListed } from '../../../src/features/artifacts/artifact.wire.ts';
import type { ListedArtifact } from '../../../src/index/listing.ts';

const artifact: ListedArtifact = {
  id: '01a2063e-53d7-7000-8d9c-d45880f59f37',
  auid: 'plugin&base_url~http%3A"\\',
  url: 'http://a/"é\u2028\ud800?\n',
  version: 3,
  committed: true,
  contentLength: 9_007_199_254_740_991,
  sha256: 'ab'.repeat(32),
  collectionMs: 1_390_766_784_000,
  storeMs: 0,
  segmentKey: 'a/b"',
  recordOffset: 17,
  recordLength: 4711,
};
const others: Partial<ListedArtifact>[] = [
  {},
  { committed: false },
  { quarantined: 'its "digest" is wrong' },
  { quarantined: null, auid: 'other' },
  { segmentKey: 'c' },
  { sha256: Buffer.alloc(32, 1) },
];

it('makes of artifacts one after the other the JSON that each would have alone', () => {
  const storeUrl = (key: string) => `file:///${key}`;
  const json = jsonOfListed('a "namespace"', storeUrl);
  for (const other of [...others, ...others]) {
    const one = { ...artifact, ...other };
    expect(json(one)).toBe(JSON.stringify(wireOfListed(one, 'a "namespace"', storeUrl)));
  }
});
