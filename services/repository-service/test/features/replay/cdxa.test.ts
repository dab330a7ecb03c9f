// GET /replay/cdxa over a real socket: the XML documents that OpenWayback and pywb read.
import { openDatabase } from '@holdfast/pg-kit';
import { makeUrlkey } from '@holdfast/surt';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Capture } from '../../../src/domain/replay/capture.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { startTestService, type TestService } from '../../service.ts';
import { insertCaptures } from './random-captures.ts';

let service: TestService;
const page = 'http://www.example.com/page?a=1&b=<2>';

const captures: Capture[] = Array.from({ length: 30 }, (_, number) => {
  const url = number < 20 ? page : `http://example.com/other/${number % 3}`;
  return {
    id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    url,
    urlkey: makeUrlkey(url),
    collectionMs: Date.UTC(2014, 0, 1 + number),
    httpStatus: number === 19 ? undefined : number === 18 ? 302 : 200,
    mime: number === 17 ? undefined : 'text/html',
    redirect: number === 18 ? '/elsewhere' : undefined,
    sha1: `0${number % 2}`.repeat(20),
    lengthBytes: 1_000 + number,
  };
});

beforeAll(async () => {
  service = await startTestService();
  const database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  await insertCaptures(database, captures);
  await database.close();
});

describe('an urlquery', () => {
  it('gives the captures of the URL, oldest first, with every element that clients read', async () => {
    const { status, type, xml } = await ask({ url: page, type: 'urlquery' });
    expect([status, type]).toEqual([200, 'application/xml; charset=utf-8']);
    const found = results(xml);
    expect(found).toHaveLength(20);
    expect(found[0]).toEqual({
      compressedoffset: '0',
      compressedendoffset: '1000',
      mimetype: 'text/html',
      file: 'test:00000000-0000-7000-8000-000000000000.warc.gz',
      redirecturl: '-',
      urlkey: 'com,example)/page?a=1&b=<2>',
      digest: 'A'.repeat(32),
      httpresponsecode: '200',
      robotflags: '-',
      url: page,
      capturedate: '20140101000000',
    });
    expect(found.map(({ capturedate }) => capturedate)).toEqual(
      found.map(({ capturedate }) => capturedate).toSorted(),
    );
    expect(found[17]!.mimetype).toBe('unk');
    expect(found[18]!.redirecturl).toBe('http://www.example.com/elsewhere');
    expect(found[19]!.httpresponsecode).toBe('-');
  });

  it('says once what was asked and how much there is', async () => {
    const { xml } = await ask({ url: page, startdate: '20140103', enddate: '2014', limit: '5', offset: '2' });
    expect(xml.match(/<request>/g)).toHaveLength(1);
    expect(elements(/<request>(.*)<\/request>/s.exec(xml)![1]!)).toEqual({
      startdate: '20140103',
      enddate: '2014',
      type: 'urlquery',
      firstreturned: '2',
      url: page,
      resultsrequested: '5',
      resultstype: 'resultstypecapture',
      numreturned: '5',
      numresults: '18',
    });
    expect(results(xml).map(({ capturedate }) => capturedate!.slice(6, 8))).toEqual([
      '05',
      '06',
      '07',
      '08',
      '09',
    ]);
  });

  it('takes count and start_page before limit and offset', async () => {
    const { xml } = await ask({ url: page, limit: '3', offset: '1' }, { count: '7', start_page: '3' });
    expect(results(xml)).toHaveLength(6);
    expect(xml).toContain('<firstreturned>14</firstreturned>');
    expect(xml).toContain('<numreturned>6</numreturned>');
  });

  it('marks the closest to a date and nothing else', async () => {
    for (const [date, closest] of [
      ['20140105120000', '20140105000000'],
      ['2014010512', '20140106000000'],
      ['2013', '20140101000000'],
      ['2015', '20140120000000'],
    ]) {
      const { xml } = await ask({ url: page, date: date! });
      expect(
        results(xml)
          .filter(({ closest }) => closest === 'true')
          .map(({ capturedate }) => capturedate),
      ).toEqual([closest]);
    }
  });

  it('is understood as OpenWayback and pywb send it', async () => {
    const openWayback =
      '?q=type%3Aurlquery+date%3A20140126200624+startdate%3A19960101000000+unknown%3Ax+url%3Ahttp%253A%252F%252Fwww.example.com%252Fpage%253Fa%253D1%2526b%253D%253C2%253E+enddate%3A20261120000000&count=10000&start_page=1';
    const pywb =
      '?q=limit%3A100+type%3Aurlquery+url%3Ahttp%253A%252F%252Fwww.example.com%252Fpage%253Fa%253D1%2526b%253D%253C2%253E';
    for (const query of [openWayback, pywb]) {
      const response = await service.client.get(`/replay/cdxa/test${query}`);
      expect(results(await response.text())).toHaveLength(20);
    }
  });
});

describe('a prefixquery', () => {
  it('summarises each URL', async () => {
    const { xml } = await ask({ url: 'http://example.com/other/', type: 'prefixquery' });
    expect(xml).toContain('<resultstype>resultstypeurl</resultstype>');
    expect(results(xml)[1]).toEqual({
      urlkey: 'com,example)/other/1',
      originalurl: 'http://example.com/other/1',
      firstcapturets: '20140123000000',
      lastcapturets: '20140129000000',
      numcaptures: '3',
      numversions: '2',
    });
    expect(results(xml).map(({ numcaptures }) => numcaptures)).toEqual(['3', '3', '4'].toSorted());
  });

  it('comes in pages', async () => {
    const all = results((await ask({ url: 'example.com', type: 'prefixquery' })).xml);
    expect(all).toHaveLength(4);
    const { xml } = await ask({ url: 'example.com', type: 'prefixquery', limit: '2', offset: '1' });
    expect(results(xml)).toEqual(all.slice(1, 3));
    expect(xml).toContain('<numreturned>2</numreturned><numresults>4</numresults>');
  });
});

describe('an error', () => {
  it.each([
    [404, 'Resource Not In Archive', { url: 'http://example.com/none' }],
    [404, 'Resource Not In Archive', { url: 'http://example.com/none', type: 'prefixquery' }],
    [404, 'Resource Not In Archive', { url: page, offset: '20' }],
    [400, 'Bad Query Exception', { type: 'urlquery' }],
    [400, 'Bad Query Exception', { url: page, type: 'otherquery' }],
    [400, 'Bad Query Exception', { url: page, limit: '0' }],
    [400, 'Bad Query Exception', { url: page, offset: '-1' }],
    [400, 'Bad Query Exception', { url: page, date: 'today' }],
    [400, 'Bad Query Exception', { url: '%' }],
  ])('is %d with the title %s: %j', async (expected, title, tokens: Record<string, string>) => {
    const { status, type, xml } = await ask(tokens, {}, tokens.url === '%');
    expect([status, type]).toEqual([expected, 'application/xml; charset=utf-8']);
    expect(elements(/<error>(.*)<\/error>/s.exec(xml)![1]!)).toEqual({
      title,
      message: expect.stringMatching(/\w/),
    });
  });

  it('is the same for a namespace that is unknown and for no query at all', async () => {
    const unknown = await service.client.get('/replay/cdxa/unknown', { q: 'url:x' });
    expect([unknown.status, await unknown.text()]).toEqual([
      404,
      expect.stringContaining('Resource Not In Archive'),
    ]);
    const none = await service.client.get('/replay/cdxa/test');
    expect([none.status, await none.text()]).toEqual([400, expect.stringContaining('Bad Query Exception')]);
  });

  it.each([
    [400, 'Bad Query Exception', '/replay/cdxa/test?q=url:x&count=0', true],
    [400, 'Bad Query Exception', '/replay/cdxa/test?q=url:x&start_page=many', true],
    [400, 'Bad Query Exception', '/replay/cdxa/no%20name?q=url:x', true],
    [401, 'Access Control Exception', '/replay/cdxa/test?q=url:x', false],
  ])('is %d with the title %s: %s', async (expected, title, path, loggedIn) => {
    const { url, authorization } = service.client;
    const response = await fetch(`${url}${path}`, { headers: loggedIn ? { authorization } : {} });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      expected,
      'application/xml; charset=utf-8',
    ]);
    expect(await response.text()).toContain(`<wayback><error><title>${title}</title><message>`);
  });
});

it('a document holds nothing that XML forbids, whatever the URL', async () => {
  const { status, xml } = await ask({ url: `${page}#\u0001\ufffe"' ]]>` });
  expect(status).toBe(200);
  expect(xml).toContain('#\ufffd\ufffd&quot;&apos; ]]&gt;</url>');
});

/** Sends a query with these tokens. With `raw`, the values are already encoded. */
async function ask(tokens: Record<string, string>, query: Record<string, string> = {}, raw = false) {
  const encode = (text: string) => (raw ? text : new URLSearchParams({ x: text }).toString().slice(2));
  const q = Object.entries(tokens)
    .map(([name, value]) => `${name}:${encode(value)}`)
    .join(' ');
  const response = await service.client.get('/replay/cdxa/test', { q, ...query });
  return { status: response.status, type: response.headers.get('content-type'), xml: await response.text() };
}

function results(xml: string): Record<string, string>[] {
  return [...xml.matchAll(/<result>(.*?)<\/result>/gs)].map(([, members]) => elements(members!));
}

function elements(xml: string): Record<string, string> {
  const found = [...xml.matchAll(/<(\w+)>([^<]*)<\/\1>/g)];
  expect(found.map(([all]) => all).join('')).toBe(xml);
  return Object.fromEntries(found.map(([, name, text]) => [name!, unescaped(text!)]));
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
