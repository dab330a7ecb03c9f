// Mementos of URLs that redirect to the same URL key: from http to https, from or to www, or to a trailing slash. A
// client that follows the TimeGate and the mementos reaches the page.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { makeWarcRecord } from './made-records.ts';

let service: TestService;
let base: string;

const T = '2020-03-03T03:03:03Z';
const STAMP = '20200303030303';
const captured = (url: string, date: string, head: string, body = '') =>
  makeWarcRecord('response', url, date, Buffer.from(`HTTP/1.1 ${head}\r\n\r\n${body}`));

/** Captures of a URL in one second: the page, and a redirect to the same URL key. */
const sites: [kind: string, from: string, location: string, page: string][] = [
  ['a folder', 'http://www.self.test/dir', '/dir/', 'http://www.self.test/dir/'],
  ['a relative folder', 'http://rel.test/a/dir', 'dir/', 'http://rel.test/a/dir/'],
  ['https', 'http://tls.test/', 'https://tls.test/', 'https://tls.test/'],
  ['https by www', 'http://both.test/', 'https://www.both.test/', 'https://www.both.test/'],
  ['without www', 'http://www.bare.test/', '//bare.test/', 'http://bare.test/'],
  ['a cookie', 'http://cookie.test/p', 'http://cookie.test/p', 'http://cookie.test/p'],
  ['a query in order', 'http://query.test/?b=2&a=1', '?a=1&b=2', 'http://query.test/?a=1&b=2'],
  ['capitals', 'http://case.test/', 'HTTP://CASE.TEST:80/#top', 'http://case.test/'],
];

beforeAll(async () => {
  service = await startTestService();
  base = `${service.client.url}/replay`;
  const records = [
    ...sites.flatMap(([, from, location, page], i) => {
      const both = [
        captured(from, T, `301 Moved\r\nLocation: ${location}`, 'moved'),
        captured(page, from === page ? '2020-03-03T03:03:03.5Z' : T, '200 OK', `page ${i}`),
      ];
      return i % 2 === 0 ? both : both.reverse();
    }),
    captured('http://later.test/', '2019-01-01T00:00:00Z', '302 Found\r\nLocation: https://later.test/'),
    captured('https://later.test/', '2020-01-01T00:00:00Z', '200 OK', 'later'),
    captured('http://later.test/', '2021-01-01T00:00:00Z', '302 Found\r\nLocation: https://later.test/'),
    captured(
      'http://only.test/',
      '2019-01-01T00:00:00Z',
      '301 Moved\r\nLocation: https://only.test/',
      'only 1',
    ),
    captured(
      'http://only.test/',
      '2021-01-01T00:00:00Z',
      '301 Moved\r\nLocation: https://only.test/',
      'only 2',
    ),
    captured('http://same.test/x', T, '404 Not Found', 'x with x'),
    captured('http://same.test/X', T, '200 OK', 'x with X'),
    captured('http://www.same.test/y', T, '404 Not Found', 'an error'),
    captured('http://www.same.test/y/', T, '302 Found\r\nLocation: /z', ''),
    captured('https://same.test/y', T, '200 OK', 'content'),
  ];
  const { statuses } = await service.client.importArchive(Buffer.concat(records), {
    auid: 'redirects',
    storeDuplicate: true,
  });
  expect(statuses.filter(({ status }) => status !== 'OK')).toEqual([]);
});

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(address, {
    headers: { authorization: service.client.authorization, ...headers },
    redirect: 'manual',
  });

/** Follows all redirects. Returns the last response and all redirect targets. */
async function follow(address: string, headers: Record<string, string> = {}): Promise<[Response, string[]]> {
  const passed: string[] = [];
  let answer = await get(address, headers);
  for (let next = address; answer.status === 302; answer = await get(next)) {
    next = answer.headers.get('location')!;
    expect(passed).not.toContain(next);
    passed.push(next);
  }
  return [answer, passed];
}

describe.each(sites)('a URL that redirects to itself, to %s', (_kind, from, _location, page) => {
  const dates = [
    'Tue, 03 Mar 2020 03:03:03 GMT',
    'Mon, 01 Jan 2018 00:00:00 GMT',
    'Sat, 01 Jan 2050 00:00:00 GMT',
  ];
  const i = sites.findIndex(([, , , other]) => other === page);
  it.each([from, page])('leads to the page by %s', async (url) => {
    for (const headers of [{}, ...dates.map((date) => ({ 'accept-datetime': date }))]) {
      const [answer, passed] = await follow(
        `${base}/timegate/default/${url}`,
        headers as Record<string, string>,
      );
      expect([answer.status, await answer.text(), passed.length]).toEqual([200, `page ${i}`, 1]);
    }
    const [memento, passed] = await follow(`${base}/memento/default/${STAMP}/${url}`);
    expect([memento.status, await memento.text(), passed]).toEqual([200, `page ${i}`, []]);
    expect(memento.headers.get('location')).toBeNull();
    expect(memento.headers.get('memento-datetime')).toBe('Tue, 03 Mar 2020 03:03:03 GMT');
  });
});

it('the closest capture that is no redirect to itself is the memento, and TimeMaps have only such', async () => {
  for (const stamp of ['20190101000000', '20210101000000', '2019', '2030']) {
    const [answer, passed] = await follow(`${base}/memento/default/${stamp}/http://later.test/`);
    expect([await answer.text(), passed]).toEqual([
      'later',
      [`${base}/memento/default/20200101000000/http://later.test/`],
    ]);
  }
  const map = await (await get(`${base}/timemap/default/http://later.test/`)).text();
  expect(map.match(/\d{14}/g)).toEqual(['20200101000000']);
  expect(map).toContain('rel="first last memento"');
  expect((await get(`${base}/timemap/default/20200601000000/http://later.test/`)).status).toBe(404);
});

it('redirects to themselves are the mementos where there are no others, and lead nowhere', async () => {
  const [answer, passed] = await follow(`${base}/timegate/default/http://only.test/`);
  expect([answer.status, await answer.text(), passed.length]).toEqual([200, 'only 2', 1]);
  expect(answer.headers.get('location')).toBeNull();
  const [first] = await follow(`${base}/memento/default/2019/https://only.test/`);
  expect([first.status, await first.text()]).toEqual([200, 'only 1']);
  const map = await (await get(`${base}/timemap/default/http://only.test/`)).text();
  expect(map.match(/\d{14}/g)).toEqual(['20190101000000', '20210101000000']);
  const rest = await (await get(`${base}/timemap/default/2020010100000${0}/http://only.test/`)).text();
  expect(rest.match(/memento\/default\/\d{14}/g)).toEqual(['memento/default/20210101000000']);
});

it.each([
  ['http://same.test/x', 404, 'x with x'],
  ['http://same.test/X', 200, 'x with X'],
  ['http://www.same.test/y', 404, 'an error'],
  ['https://same.test/y', 200, 'content'],
  ['http://same.test/y', 200, 'content'],
])('of captures of one second, that of %s is its own, else one with content', async (url, status, text) => {
  const [answer, passed] = await follow(`${base}/memento/default/${STAMP}/${url}`);
  expect([answer.status, await answer.text(), passed]).toEqual([status, text, []]);
});

it.each([
  'Sunday, 15-Apr-01 12:00:00 GMT',
  'Sun Apr 15 12:00:00 2001',
  'Wed, 31 Feb 2010 12:00:00 GMT',
  'Thu, 29 Feb 2001 12:00:00 GMT',
  'Thu, 31 May 2007 25:00:00 GMT',
  'Thu, 31 May 2007 20:60:00 GMT',
  'Thu, 31 May 2007 20:35:00',
  'Thu, 31 May 2007 20:35:00 +0000',
  'thu, 31 may 2007 20:35:00 GMT',
  'Thu, 31 May 2007 20:35:00 GMT, Thu, 31 May 2007 20:35:00 GMT',
  'Xyz, 31 May 2007 20:35:00 GMT',
  '1 Jan 2007',
])('an Accept-Datetime of %j is refused', async (date) => {
  const answer = await get(`${base}/timegate/default/http://tls.test/`, { 'accept-datetime': date });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
});

it.each(['Thu, 31 May 2007 20:35:00 GMT', 'Tue, 29 Feb 2000 00:00:00 GMT', 'Mon, 01 Jan 1990 00:00:00 GMT'])(
  'an Accept-Datetime of %j is taken',
  async (date) => {
    const answer = await get(`${base}/timegate/default/http://tls.test/`, { 'accept-datetime': date });
    expect(answer.status).toBe(302);
  },
);
