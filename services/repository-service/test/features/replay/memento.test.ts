// Memento over a real socket: TimeGate, TimeMap and mementos, and the links between them.
import { makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { makeWarcRecord } from './made-records.ts';

const url = 'http://www.example.org/page?a=b&c=%20d';
const moved = 'http://example.org/moved';
const gone = 'http://example.org/gone';
let service: TestService;
let base: string;

beforeAll(async () => {
  service = await startTestService({ REPLAY_CDX_LIMIT: '3', REPLAY_ALLOW_ORIGIN: 'http://viewer.example' });
  base = `${service.client.url}/replay`;
  const at = (year: number) => `${year}-05-05T05:05:05Z`;
  const pages = [2010, 2012, 2014, 2016, 2018].map((year) =>
    makeResponseRecord(url, Buffer.from(`of ${year}`), at(year)),
  );
  const captured = (of: string, head: string) =>
    makeWarcRecord('response', of, at(2014), Buffer.from(`HTTP/1.1 ${head}\r\n\r\n${of.split('/').at(-1)}`));
  const others = [
    makeResponseRecord(url, Buffer.from('of the same second'), '2014-05-05T05:05:05.5Z'),
    captured(moved, '301 Moved\r\nLocation: /page?a=b&c=%20d'),
    captured(gone, '410 Gone\r\nContent-Type: text/plain'),
  ];
  const archive = Buffer.concat([...pages, ...others]);
  const { statuses } = await service.client.importArchive(archive, { auid: 'memento' });
  expect(statuses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'OK'));
});

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(address, {
    headers: { authorization: service.client.authorization, ...headers },
    redirect: 'manual',
  });
const links = () => [
  `<${url}>; rel="original"`,
  `<${base}/timegate/default/${url}>; rel="timegate"`,
  `<${base}/timemap/default/${url}>; rel="timemap"; type="application/link-format"`,
];
const memento = (year: number) => `${base}/memento/default/${year}0505050505/${url}`;
const dateOf = (year: number) => new Date(Date.UTC(year, 4, 5, 5, 5, 5)).toUTCString();

describe('the TimeGate', () => {
  it.each([
    [undefined, 2018],
    ['Thu, 31 May 2007 20:35:00 GMT', 2010],
    ['Mon, 01 Jan 2015 00:00:00 GMT', 2014],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 2018],
  ])('sends who asks for %s to the closest memento', async (date, year) => {
    const answer = await get(
      `${base}/timegate/default/${url}`,
      date === undefined ? {} : { 'accept-datetime': date },
    );
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(memento(year));
    expect(answer.headers.get('vary')).toContain('Accept-Datetime');
    expect(answer.headers.get('memento-datetime')).toBeNull();
    expect(answer.headers.get('link')).toBe(
      [...links(), `<${memento(year)}>; rel="memento"; datetime="${dateOf(year)}"`].join(', '),
    );
    expect(answer.headers.get('access-control-expose-headers')).toContain('Memento-Datetime');
  });

  it('takes the URL encoded as a whole, with one slash of two, and without its scheme', async () => {
    const forms = [encodeURIComponent(url), url.replace('//', '/'), url.replace('http://', '')];
    for (const form of forms) expect((await get(`${base}/timegate/default/${form}`)).status).toBe(302);
  });

  it.each(['yesterday', '2014-05-05T05:05:05Z', ''])('refuses %j as a time', async (date) => {
    const answer = await get(`${base}/timegate/default/${url}`, { 'accept-datetime': date });
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
      400,
      expect.stringContaining('Accept-Datetime'),
    ]);
  });
});

describe('the TimeMap', () => {
  it('lists mementos up to a limit, and where the rest is', async () => {
    const answer = await get(`${base}/timemap/default/${url}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/link-format']);
    const rest = `${base}/timemap/default/20160505050505/${url}`;
    expect(await answer.text()).toBe(
      `${[
        ...links().slice(0, 2),
        `<${base}/timemap/default/${url}>; rel="self"; type="application/link-format"; from="${dateOf(2010)}"`,
        `<${memento(2010)}>; rel="first memento"; datetime="${dateOf(2010)}"`,
        `<${memento(2012)}>; rel="memento"; datetime="${dateOf(2012)}"`,
        `<${memento(2014)}>; rel="memento"; datetime="${dateOf(2014)}"`,
        `<${rest}>; rel="timemap"; type="application/link-format"; from="${dateOf(2016)}"`,
      ].join(',\n')}\n`,
    );
    const others = await (await get(rest)).text();
    expect(others.split(',\n').slice(2)).toEqual([
      `<${rest}>; rel="self"; type="application/link-format"; from="${dateOf(2016)}"`,
      `<${memento(2016)}>; rel="memento"; datetime="${dateOf(2016)}"`,
      `<${memento(2018)}>; rel="last memento"; datetime="${dateOf(2018)}"\n`,
    ]);
    const one = await (await get(`${base}/timemap/default/${gone}`)).text();
    expect(one).toContain('; rel="first last memento"; ');
  });
});

describe('a memento', () => {
  it('is the payload, with its time and links, and runs as no page', async () => {
    const answer = await get(memento(2014));
    expect([answer.status, await answer.text()]).toEqual([200, 'of 2014']);
    expect(answer.headers.get('memento-datetime')).toBe(dateOf(2014));
    expect(answer.headers.get('content-security-policy')).toBe('sandbox');
    expect(answer.headers.get('link')).toBe(
      [...links(), `<${memento(2014)}>; rel="memento"; datetime="${dateOf(2014)}"`].join(', '),
    );
    const etag = answer.headers.get('etag')!;
    expect((await get(memento(2014), { 'if-none-match': etag })).status).toBe(304);
    const part = await get(memento(2014), { range: 'bytes=3-' });
    expect([part.status, await part.text()]).toEqual([206, '2014']);
    expect((await get(memento(2014), { range: 'bytes=100-' })).status).toBe(416);
  });

  it('that is not of this second is the closest', async () => {
    for (const [time, year] of [
      ['2013', 2014],
      ['20110101', 2010],
      ['20990101000000', 2018],
    ] as const) {
      const answer = await get(`${base}/memento/default/${time}/${url}`);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, memento(year)]);
      expect(answer.headers.get('memento-datetime')).toBeNull();
    }
  });

  it('of a redirect leads to that of its target', async () => {
    const answer = await get(`${base}/memento/default/20140505050505/${moved}`);
    expect([answer.status, answer.headers.get('memento-datetime')]).toEqual([302, dateOf(2014)]);
    const target = await get(answer.headers.get('location')!);
    expect([target.status, await target.text()]).toEqual([200, 'of 2014']);
  });

  it('of an error is one', async () => {
    const answer = await get(`${base}/memento/default/20140505050505/${gone}`);
    expect([answer.status, answer.headers.get('memento-datetime'), await answer.text()]).toEqual([
      404,
      dateOf(2014),
      'gone',
    ]);
  });
});

it.each(['timegate/default', 'timemap/default', 'memento/default/2014', 'timegate/nowhere'])(
  '%s has nothing of what was never captured',
  async (kind) => {
    const answer = await get(`${base}/${kind}/http://nothing.example/`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  },
);

it('has times of digits, and namespaces that may be', async () => {
  expect((await get(`${base}/memento/default/now/${url}`)).status).toBe(400);
  expect((await get(`${base}/timemap/-/${url}`)).status).toBe(400);
});

it('answers whatever stands for a URL', async () => {
  const odd = [
    '%',
    '%ff',
    '%00',
    '/',
    '?',
    'http://[',
    'http:///',
    'javascript:alert(1)',
    '*.example.org',
    'x'.repeat(9_000),
  ];
  for (const kind of [
    'timegate/default',
    'timemap/default',
    'memento/default/2014',
    'timemap/default/20140505050505',
  ]) {
    const statuses = await Promise.all(
      odd.map(async (text) => (await get(`${base}/${kind}/${text}`)).status),
    );
    expect([kind, statuses.filter((status) => status !== 400 && status !== 404)]).toEqual([kind, []]);
  }
});
