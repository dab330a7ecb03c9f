import { readFileSync } from 'node:fs';
import { corpus, describeWithCorpus, findFixture } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { makeUrlkey } from '../src/index.ts';

describe('the golden table of our own URLs', () => {
  holds(findFixture('golden/surt.tsv'), 40);
});

describeWithCorpus('the golden table', () => {
  holds(corpus.path('golden/surt.tsv'), 61);
});

function holds(table: string, count: number): void {
  it('holds for every row', () => {
    const [, ...lines] = readFileSync(table, 'utf8').trimEnd().split('\n');
    const rows = lines.map((line) => line.split('\t'));
    expect(rows).toHaveLength(count);
    expect(rows.map(([url]) => [url, makeUrlkey(url!)])).toEqual(rows);
  });
}
