import { expect, it } from '@jest/globals';
import { makeSearchTexts } from '../../src/search/search-requests.ts';
import { formatSearchTable } from '../../src/search/search-table.ts';

it('shows the bytes and the times of each index, and the imports', () => {
  const table = formatSearchTable({
    indexes: [
      {
        ...{ captures: 1_000_000, capturesPerUrl: 20, fillSeconds: 10 },
        sizes: [{ name: 'url_search', bytes: 12_500_000 }],
        latencies: [{ name: '3 characters', requests: 500, p50Ms: 1.04, p99Ms: 30, without: 2, tooMany: 1 }],
      },
    ],
    imports: [
      { file: 'small', mode: 'off', records: 1_000, seconds: [1, 2, 3], behindSeconds: [] },
      { file: 'small', mode: 'all', records: 1_000, seconds: [4], behindSeconds: [1.5] },
    ],
  });
  expect(table.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, '  '))).toEqual([
    '1,000,000 captures of 50,000 URLs, stored in 10 s (5,000 URLs/s)',
    'bytes per capture: url_search 12.5',
    'search  requests  p50 ms  p99 ms  nothing  too many',
    '3 characters  500  1.0  30.0  2  1',
    '',
    'import  records  seconds  records/s  s behind',
    'small, URL_SEARCH=off  1,000  2.00  500',
    'small, URL_SEARCH=all  1,000  4.00  250  1.5',
  ]);
});

it('searches for parts of existing URLs', () => {
  const url = 'http://site1.example.org/journal-5/a1b2c3/7/article-d4e5f6-42.html';
  const texts = makeSearchTexts([url]);
  for (const name of ['3 characters', '5 characters', '8 characters', '20 characters']) {
    expect(texts[name]![0]).toHaveLength(Number.parseInt(name, 10));
    expect(url).toContain(texts[name]![0]);
  }
});
