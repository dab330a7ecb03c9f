// Compares urlkeys over HTTP with golden tables. Imports a capture of each URL. A query for a key in the table must
// return exactly the captures with this key.
import { readFileSync } from 'node:fs';
import { corpus, describeWithCorpus, findFixture, makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';

describe('the table of urlkeys of our own URLs', () => {
  holdsOverHttp(rowsOf(findFixture('golden/surt.tsv')), 40);
});

describeWithCorpus('the golden table of urlkeys', () => {
  holdsOverHttp(rowsOf(corpus.path('golden/surt.tsv')), 61);
});

type Row = [url: string, key: string];

function holdsOverHttp(rows: readonly Row[], count: number): void {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    const records = rows.map(([url]) => makeResponseRecord(url, Buffer.from(url)));
    const { statuses } = await service.client.importArchive(Buffer.concat(records), { auid: 'golden' });
    expect(statuses.map(({ url, status }) => [url, status])).toEqual(rows.map(([url]) => [url, 'OK']));
  });

  it('is all there', () => {
    expect(rows).toHaveLength(count);
  });

  it.each(rows)('%s', async (url, key) => {
    const response = await service.client.get('/replay/cdxb/default', { url, matchType: 'exact' });
    const found = (await response.text()).trimEnd().split('\n');
    const columns = found.map((line) => line.split(' '));
    expect(columns.map(([urlkey]) => urlkey)).toEqual(found.map(() => key));
    const same = rows.filter(([, other]) => other === key).map(([other]) => other);
    expect(columns.map(([, , original]) => original).sort()).toEqual(same.sort());
  });
}

/** Reads a table. After the header row, each row contains a URL and its urlkey. */
function rowsOf(table: string): Row[] {
  const [, ...lines] = readFileSync(table, 'utf8').trimEnd().split('\n');
  return lines.map((line) => line.split('\t') as Row);
}
