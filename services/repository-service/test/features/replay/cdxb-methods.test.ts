// GET /replay/cdxb over a real socket: captures of POST, PUT and other requests, and the queries that find them.
import { createReadStream, readFileSync } from 'node:fs';
import { corpus, describeWithCorpus } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type CdxbRequests, form, prepareCdxbRequests } from './cdxb-requests.ts';

let ask: CdxbRequests;

beforeAll(async () => {
  ask = await prepareCdxbRequests();
});

describe('which captures are given', () => {
  it('is decided by the method: that by GET unless another is asked for, however near others are', async () => {
    expect(await ask.numbers({ url: form })).toEqual([30]);
    expect(await ask.numbers({ url: form, closest: '20140126200657' })).toEqual([30]);
    expect(await ask.numbers({ url: form, method: 'get', requestBody: '' })).toEqual([30]);
    expect(await ask.numbers({ url: form, method: 'OPTIONS' })).toEqual([31]);
    expect(await ask.numbers({ url: form, method: 'head' })).toEqual([35]);
    expect(await ask.numbers({ url: form, method: 'DELETE' })).toEqual([]);
    const requestBody = 'a=b c&q=None';
    expect(await ask.numbers({ url: form, method: 'POST', requestBody })).toEqual([32]);
    expect(await ask.numbers({ url: form, method: 'POST', requestBody: 'a=-', sort: 'reverse' })).toEqual([
      33,
    ]);
    expect(await ask.numbers({ url: form, method: 'PUT', requestBody: 'a=-' })).toEqual([34]);
    expect(await ask.numbers({ url: `${form}&__wb_method=POST&${requestBody}` })).toEqual([32]);
    expect(await ask.numbers({ url: 'http://forms.example/form?__wb_method=PUT&x=1&a=-' })).toEqual([34]);
    const prefix = { url: 'http://forms.example/form', method: 'PUT', matchType: 'prefix' };
    expect(await ask.numbers(prefix)).toEqual([34]);
    expect(await ask.numbers({ ...prefix, url: 'http://forms.example/form*', matchType: 'exact' })).toEqual([
      34,
    ]);
  });

  it('is decided by the URL that pywb makes, unescaped as it sends it', async () => {
    const plain = { url: form, closest: '2014', sort: 'closest' };
    expect(await ask.pywb(plain, `&alt_url=${form}&limit=100&matchType=exact`)).toEqual([30]);
    expect(await ask.pywb(plain, '&alt_url=&matchType=exact')).toEqual([30]);
    expect(await ask.pywb(plain, `&alt_url=${form}&__wb_method=HEAD&limit=100&matchType=exact`)).toEqual([
      35,
    ]);
    const posted = `${form}&__wb_method=POST&a=b%20c&q=null`;
    expect(await ask.pywb(plain, `&alt_url=${posted}&limit=100&matchType=exact`)).toEqual([32]);
    expect(await ask.pywb({}, `url=${posted}&closest=2014&sort=closest&limit=100&matchType=exact`)).toEqual([
      32,
    ]);
    expect(await ask.numbers({ url: 'http://forms.example/empty', method: 'POST' })).toEqual([36]);
    expect(await ask.numbers({ url: 'http://forms.example/empty' })).toEqual([]);
  });

  it('is decided by filters on the method, too', async () => {
    const host = { url: form, matchType: 'host' };
    expect(await ask.numbers({ ...host, filter: '=method:POST' })).toEqual([36, 33, 32]);
    expect(await ask.numbers({ ...host, filter: '=method:-' })).toEqual([30]);
    expect(await ask.numbers({ ...host, filter: '~requestBody:a=' })).toEqual([33, 32, 34]);
    expect(await ask.numbers({ ...host, filter: '!=method:-', collapse: 'method' })).toEqual([
      36, 35, 31, 33, 34,
    ]);
  });
});

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
  let rows: Golden[];

  beforeAll(async () => {
    const { service } = ask;
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
    const response = await ask.service.client.get('/replay/cdxb/default', all);
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

  it('have the keys, methods and bodies that the field gives them, and are found by these in either way', async () => {
    expect(rows).toHaveLength(123);
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
