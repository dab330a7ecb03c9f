import { expect, it } from '@jest/globals';
import { makeSearchTexts } from '../../src/search/search-requests.ts';
import { formatSearchTable } from '../../src/search/search-table.ts';

it('shows the bytes and the times of each index, and the imports', () => {
  const table = formatSearchTable({
    indexes: [
      {
        ...{ captures: 1_000_000, capturesPerUrl: 20, urls: 50_000, loadSeconds: 61, fillSeconds: 10 },
        sizes: [
          { name: 'by_digest', bytes: 20_000_000, isPerUrl: false },
          { name: 'url_search', bytes: 12_500_000, isPerUrl: true },
        ],
        latencies: [
          {
            ...{ name: '3 characters', requests: 500, p50Ms: 1.04, p99Ms: 30 },
            ...{ without: 2, tooMany: 1, refused: 3 },
          },
        ],
      },
    ],
    imports: [
      { file: 'small', mode: 'off', records: 1_000, seconds: [1, 2, 4], behindSeconds: [] },
      { file: 'small', mode: 'all', records: 1_000, seconds: [4, 5, 5], behindSeconds: [1.5] },
    ],
  });
  expect(table.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, '  '))).toEqual([
    '1,000,000 captures of 50,000 URLs, loaded in 61 s',
    'URLs stored for the search in 10 s: 100,000 captures/s, 5,000 URLs/s',
    'bytes per capture: 32.5 (by_digest 20.0, url_search 12.5)',
    'bytes per URL: 250.0 (url_search 250.0)',
    'search  requests  p50 ms  p99 ms  nothing  too many  503',
    '3 characters  500  1.0  30.0  2  1  3',
    '',
    'import  records  seconds  records/s  time / off  s behind',
    'small, URL_SEARCH=off  1,000  2.00  500  1.000',
    'small, URL_SEARCH=all  1,000  5.00  200  2.500  1.5',
  ]);
});

it('searches for parts of existing URLs', () => {
  const url = 'http://site1.example.org/journal-5/a1b2c3/7/article-d4e5f6-42.html';
  const texts = makeSearchTexts([url]);
  for (const name of ['3 characters', '5 characters', '8 characters', '20 characters']) {
    expect(texts[name]![0]).toHaveLength(Number.parseInt(name, 10));
    expect(url).toContain(texts[name]![0]);
  }
  expect(texts['3 characters']![0]).toMatch(/^[a-z0-9]{3}$/);
  expect(texts['rare: in one URL']).toEqual(['-d4e5f6-42.html']);
});
