// Covers: packages/warc packages/surt
import { makeRequestUrlkey } from '@holdfast/surt';
import { describeWithTool } from '@holdfast/testkit';
import { parseCanonicalRequest } from '@holdfast/warc';
import { expect, it } from '@jest/globals';
import { installedCdxjIndexer, theirRequests } from './cdxj-indexer.ts';
import { randomRequest } from './random-requests.ts';

describeWithTool(await installedCdxjIndexer(), 'cdxj-indexer, on requests of every kind', (python) => {
  it('gives the method, the body and the urlkey that we give', () => {
    const below = numbersBelow(16);
    const blocks = Array.from({ length: 6_000 }, () => randomRequest(below));
    const theirs = theirRequests(python, URL_ASKED, blocks);
    const answered = blocks.flatMap((block, at) => (theirs[at] ? [{ block, theirs: theirs[at] }] : []));
    expect(answered.length).toBeGreaterThan(5_000);
    const differing = answered
      .map(({ block, theirs }) => ({ block: block.toString('latin1'), theirs, ours: ours(block) }))
      .filter(({ theirs, ours }) => JSON.stringify(theirs) !== JSON.stringify(ours));
    expect(differing).toEqual([]);
  }, 60_000);
});

const URL_ASKED = 'http://www.example.org/api?x=1';

function ours(block: Buffer) {
  const request = parseCanonicalRequest(block);
  if (!request) return undefined;
  const { method, body } = request;
  // The service escapes U+0000 in a body, because PostgreSQL cannot store it. The key stays the same.
  return { method, body: body?.replaceAll('%00', '\0'), urlkey: makeRequestUrlkey(URL_ASKED, request) };
}

/** Returns a generator of reproducible random integers below a bound. */
function numbersBelow(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
