// Covers: packages/surt
import { expect, it } from '@jest/globals';
import { makeUrlkey } from '../src/index.ts';
import { createRandomNumbers } from './numbers.ts';
import { findPythonSurt } from './python-surt.ts';
import { makeOddUrl } from './random-urls.ts';

const surt = await findPythonSurt();

if ('missing' in surt) {
  console.warn(`NOT RUN: urlkeys were not compared with a live python surt (${surt.missing}).`);
  it.skip('gives the key that python surt gives', () => {});
} else {
  it('gives the key that python surt gives, for URLs put together from odd pieces', () => {
    const below = createRandomNumbers(7);
    const urls = Array.from({ length: 20_000 }, () => makeOddUrl(below));
    const differences = surt
      .keys(urls)
      .map((theirs, i) => ({ url: urls[i]!, theirs, ours: makeUrlkey(urls[i]!) }))
      .filter(({ theirs, ours }) => theirs !== undefined && theirs !== ours);
    expect(differences).toEqual([]);
  }, 60_000);
}
