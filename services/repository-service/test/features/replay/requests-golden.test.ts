// Captures by every method, imported with their requests: their keys, and what finds them.
import { createReadStream, readFileSync } from 'node:fs';
import { corpus, describeWithCorpus } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { type TestService, testService } from '../../service.ts';

interface Golden {
  file: string;
  url: string;
  timestamp: string;
  method: string;
  requestBody: string | null;
  urlkey: string;
  sha1: string;
}

interface Line {
  urlkey: string;
  timestamp: string;
  url: string;
  digest: string;
  method?: string;
  requestBody?: string;
}

describeWithCorpus('the golden requests', () => {
  let service: TestService;
  let rows: Golden[];

  beforeAll(async () => {
    service = await testService();
    rows = readFileSync(corpus.path('golden/request-methods.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Golden);
    for (const file of new Set(rows.map((row) => row.file))) {
      const archive = createReadStream(corpus.path(`warcs/${file}`));
      const { statuses } = await service.client.importArchive(archive, {
        auid: 'requests',
        storeDuplicate: true,
      });
      expect([...new Set(statuses.map(({ status }) => status))]).toEqual(['OK']);
    }
  });

  async function lines(query: Record<string, string>): Promise<Line[]> {
    const all = { matchType: 'exact', output: 'jsondict', ...query };
    const response = await service.client.get('/replay/cdxb/default', all);
    return response.status === 404 ? [] : ((await response.json()) as Line[]);
  }

  const seen = ({ url, timestamp, urlkey, method, requestBody, ...rest }: Golden | Line) => ({
    url,
    timestamp,
    urlkey,
    method: method === 'GET' ? undefined : method,
    requestBody: requestBody ?? undefined,
    sha1: 'sha1' in rest ? rest.sha1 : rest.digest,
  });
  const sorted = (all: (Golden | Line)[]) => all.map((one) => JSON.stringify(seen(one))).sort();

  it('have the keys, methods and bodies that the field gives them', async () => {
    expect(rows).toHaveLength(123);
    expect(sorted(await lines({ url: '*' }))).toEqual(sorted(rows));
  });

  it('are found by url, method and body, in either way of asking, and by nothing else', async () => {
    for (const row of rows) {
      const { url, method, requestBody } = row;
      const alike = rows.filter(({ urlkey }) => urlkey === row.urlkey);
      const asked =
        method === 'GET' ? { url } : { url, method, ...(requestBody !== null && { requestBody }) };
      expect(sorted(await lines(asked))).toEqual(sorted(alike));
      const whole = `${url}${url.includes('?') ? '&' : '?'}__wb_method=${method}&${requestBody ?? ''}`;
      if (method !== 'GET')
        expect(sorted(await lines({ url: whole.replace(/&$/, '') }))).toEqual(sorted(alike));
    }
  });
});
