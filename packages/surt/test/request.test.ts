import { readFileSync } from 'node:fs';
import { corpus, describeWithCorpus } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { addRequestToUrl, makeRequestUrlkey } from '../src/index.ts';

describe('a URL with its request', () => {
  it.each([
    [undefined, undefined, 'http://x.org/a', 'http://x.org/a'],
    ['GET', 'a=1', 'http://x.org/a', 'http://x.org/a'],
    ['HEAD', undefined, 'http://x.org/a', 'http://x.org/a?__wb_method=HEAD'],
    ['POST', undefined, 'http://x.org/a#b?c', 'http://x.org/a?__wb_method=POST'],
    ['POST', 'b=1', 'http://x.org/a?c', 'http://x.org/a?c&__wb_method=POST&b=1'],
  ])('%s %s', (method, body, url, expected) => {
    expect(addRequestToUrl(url, { method, body })).toBe(expected);
  });
});

describeWithCorpus('the golden requests', () => {
  it('have the keys that the field gives them', () => {
    const rows = readFileSync(corpus.path('golden/request-methods.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map(
        (line) => JSON.parse(line) as { url: string; method: string; requestBody?: string; urlkey: string },
      );
    expect(rows).toHaveLength(123);
    const keys = rows.map(({ url, method, requestBody: body }) => makeRequestUrlkey(url, { method, body }));
    expect(keys).toEqual(rows.map(({ urlkey }) => urlkey));
  });
});
