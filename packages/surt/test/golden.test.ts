import { readFileSync } from 'node:fs';
import { corpus, describeWithCorpus } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { urlkey } from '../src/index.ts';

describeWithCorpus('the golden table', () => {
  it('holds for every row', () => {
    const [, ...lines] = readFileSync(corpus.path('golden/surt.tsv'), 'utf8').trimEnd().split('\n');
    const rows = lines.map((line) => line.split('\t'));
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.map(([url]) => [url, urlkey(url!)])).toEqual(rows);
  });
});
