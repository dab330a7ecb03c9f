import { createHash } from 'node:crypto';
import { makeReferenceUuid } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { ArtifactCensus, type CensusArtifact, hasNoDifferences } from '../../src/transfer/census.ts';

function artifact(name: string, over: Partial<CensusArtifact> = {}): CensusArtifact {
  return {
    uuid: makeReferenceUuid(name),
    uri: `http://www.example.org/${name}`,
    ...{
      version: 1,
      committed: true,
      collectionDate: 1_000,
      contentDigest: `SHA-256:${name}`,
      contentLength: 10,
    },
    ...over,
  };
}

function censusOf(artifacts: readonly CensusArtifact[]): ArtifactCensus {
  const census = new ArtifactCensus();
  for (const one of artifacts) census.add(one);
  return census;
}

const many = Array.from({ length: 1_000 }, (_, i) => artifact(`${i}`, { committed: i % 10 > 0 }));

describe('Census', () => {
  it('is the same in whatever order artifacts come, and however often', () => {
    const one = censusOf(many);
    const another = censusOf([...many].reverse().concat(many.slice(0, 500)));
    expect(hasNoDifferences(one.compare(another))).toBe(true);
    expect(another.summary()).toEqual(one.summary());
    expect(one.summary()).toMatchObject({
      artifacts: 1_000,
      committed: 900,
      uncommitted: 100,
      bytes: 10_000,
    });
  });

  it('has the digest that its description says', () => {
    const lines = [...many]
      .sort((a, b) => (a.uuid < b.uuid ? -1 : 1))
      .map(({ uuid, uri, version, committed, collectionDate, contentDigest }) => {
        const own = `${uuid} ${version} ${collectionDate} ${contentDigest} ${uri}`;
        const digest = createHash('sha256').update(own).digest('hex');
        return `${digest} ${committed ? 'committed' : 'uncommitted'}\n`;
      });
    const expected = createHash('sha256').update(lines.join('')).digest('hex');
    expect(censusOf(many).summary().digest).toBe(expected);
  });

  it('tells what is missing, too much, different, and in another state', () => {
    const there = ['a', 'b', 'c', 'd'].map((name) => artifact(name));
    const here = [
      artifact('b', { version: 2 }),
      artifact('c', { committed: false }),
      artifact('d'),
      artifact('e'),
    ];
    const comparison = censusOf(there).compare(censusOf(here));
    expect(comparison).toEqual({
      missing: [makeReferenceUuid('a')],
      surplus: [makeReferenceUuid('e')],
      differing: [makeReferenceUuid('b')],
      inOtherState: [makeReferenceUuid('c')],
    });
    expect(hasNoDifferences(comparison)).toBe(false);
    expect(censusOf(there).summary().digest).not.toBe(censusOf(here).summary().digest);
  });

  it('is made again of its bytes, in other states, without some', () => {
    const census = new ArtifactCensus();
    const [gone, undone] = [many[7]!.uuid, many[8]!.uuid];
    census.addAll(censusOf(many).bytes, (uuid, committed) =>
      uuid === gone ? undefined : uuid === undone ? false : committed,
    );
    const { missing, inOtherState, differing, surplus } = censusOf(many).compare(census);
    expect([missing, inOtherState, differing, surplus]).toEqual([[gone], [undone], [], []]);
  });
});
