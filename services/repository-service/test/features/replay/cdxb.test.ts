// GET /replay/cdxb over a real socket: the captures returned, and the queries rejected. cdx-response.test.ts tests all
// sorts, match types and limits.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type CdxbRequests, form, page, prepareCdxbRequests, type Query } from './cdxb-requests.ts';

let ask: CdxbRequests;

beforeAll(async () => {
  ask = await prepareCdxbRequests();
});

describe('which captures are given', () => {
  it('is decided by filters, all of which must hold', async () => {
    expect(await ask.numbers({ url: page, filter: 'status:404' })).toEqual([2]);
    expect(await ask.numbers({ url: page, filter: '!=statuscode:404' })).toEqual([1, 3]);
    expect(await ask.numbers({ url: page, filter: '~mime:(?i)IMAGE/.*' })).toEqual([2]);
    expect(await ask.numbers({ url: page, filter: '~original:PAGE' })).toEqual([]);
    expect(await ask.numbers({ url: page, filter: '=length:1003' })).toEqual([3]);
    const both = await ask.service.client.get(
      `/replay/cdxb/test?url=${page}&filter=!mime:png&filter=~url:https`,
    );
    expect((await both.text()).split('\n')).toHaveLength(2);
  });

  it('is decided by filters without a field, held against the whole line', async () => {
    expect(await ask.numbers({ url: page, filter: ' image/png 404 ' })).toEqual([2]);
    expect(await ask.numbers({ url: page, filter: '! image/png ' })).toEqual([1, 3]);
    expect(await ask.numbers({ url: page, filter: '~com,example\\)/page .* 404 ' })).toEqual([2]);
  });

  it('is decided by omitSelfRedirects', async () => {
    expect(await ask.numbers({ url: 'example.com/r' })).toEqual([10, 11, 12]);
    expect(await ask.numbers({ url: 'example.com/r', omitSelfRedirects: true })).toEqual([10, 12]);
  });

  it('is the latest with fastLatest', async () => {
    expect(await ask.numbers({ url: page, fastLatest: true, limit: 1 })).toEqual([3]);
  });

  it.each([
    ['2014', [3, 2, 1]],
    ['2013', [1, 2, 3]],
    ['2', [3, 2, 1]],
    ['20140126200626', [2, 1, 3]],
    ['20149999999999', [3, 2, 1]],
  ])('are the closest to %s first', async (closest, expected) => {
    expect(await ask.numbers({ url: page, closest, sort: 'closest', matchType: 'exact' })).toEqual(expected);
    expect(await ask.numbers({ url: page, closest })).toEqual(expected);
    expect(
      await ask.numbers({ url: page, closest, matchType: 'host', limit: 3, filter: 'urlkey:/page' }),
    ).toEqual(expected);
  });

  it('are in the usual order when closest, from and to are empty', async () => {
    const empty = { closest: '', from: '', to: '' };
    expect(await ask.numbers({ url: page, sort: 'closest', matchType: 'exact', ...empty })).toEqual([
      1, 2, 3,
    ]);
    expect(await ask.numbers({ url: page, sort: 'default', closest: '2099' })).toEqual([1, 2, 3]);
  });

  it('is never more than the service allows, and the rest can be had', async () => {
    const query = { url: 'many.example', matchType: 'host' };
    expect((await ask.text(query)).split('\n')).toHaveLength(51);
    expect((await ask.text({ ...query, limit: 5_000 })).split('\n')).toHaveLength(51);
    const [lines, key] = (await ask.text({ ...query, showResumeKey: true })).split('\n\n');
    expect(lines!.split('\n')).toHaveLength(50);
    const rest = await ask.text({ ...query, showResumeKey: true, resumeKey: key!.trimEnd() });
    expect(rest.split('\n')).toHaveLength(11);
    const some = { ...query, showResumeKey: true, resumeKey: key!.trimEnd(), limit: 5 };
    const [five, next] = (await ask.text(some)).split('\n\n');
    expect(five).toBe(rest.split('\n').slice(0, 5).join('\n'));
    expect((await ask.raw(some)).trailers['x-resume-key']).toBe(next!.trimEnd());
    const { trailers } = await ask.raw(query);
    expect(trailers['x-resume-key']).toBe(key!.trimEnd());
    expect((await ask.raw({ ...query, resumeKey: key!.trimEnd() })).trailers).toEqual({});
    const own = await ask.raw({ ...query, limit: 5 });
    expect([own.trailers, own.headers.trailer]).toEqual([{}, undefined]);
  });

  it('is not said to be followed by more when filters leave out all that follows', async () => {
    const query = { url: page, filter: '=status:200', limit: 2, showResumeKey: true };
    const [lines, key] = (await ask.text(query)).split('\n\n');
    expect([lines!.trimEnd().split('\n').length, key]).toEqual([2, undefined]);
  });

  it('can be told in pages', async () => {
    const query = { url: 'many.example', matchType: 'host', pageSize: 25 };
    expect(await ask.text({ ...query, showNumPages: true })).toBe('3\n');
    const count = await (await ask.get({ ...query, showNumPages: true, output: 'json' })).json();
    expect(count).toEqual({ pages: 3, pageSize: 25, captures: 60 });
    expect((await ask.text({ ...query, page: 2 })).split('\n')).toHaveLength(11);
    expect((await ask.get({ ...query, page: 3 })).status).toBe(400);
    expect((await ask.get({ ...query, page: Number.MAX_SAFE_INTEGER })).status).toBe(400);
  });
});

describe('other names for the same', () => {
  it.each<[Query, number[]]>([
    [{ urlkey: 'com,example)/page' }, [1, 2, 3]],
    [{ urlkey: 'com,example)/r', matchType: 'prefix' }, [10, 11, 12, 20]],
    [{ url: page, reverse: 1 }, [3, 2, 1]],
    [{ url: page, reverse: 'false' }, [1, 2, 3]],
    [{ url: page, limit: -2 }, [2, 3]],
    [{ url: page, limit: -2, sort: 'reverse' }, [2, 1]],
    [{ url: page, limit: -5, fastLatest: true }, [1, 2, 3]],
    [{ url: page, limit: -1, filter: 'status:404' }, [2]],
    [{ url: page, limit: -1, filter: '!status:404', reverse: true }, [1]],
    [{ url: 'example.com/r*', limit: -2, collapse: 'urlkey' }, [10, 20]],
    [{ url: 'example.com/r*', collapseToFirst: 'urlkey' }, [10, 20]],
    [{ url: 'example.com/r*', collapseToLast: 'urlkey' }, [12, 20]],
    [{ url: 'example.com/r*', collapseToLast: 'urlkey', sort: 'reverse' }, [20, 12]],
    [{ url: 'example.com/r*', collapseToLast: 'urlkey', limit: -1 }, [20]],
    [{ url: 'example.com/r*', collapseToLast: 'urlkey', limit: -1, reverse: true }, [12]],
    [{ url: 'example.com/r*', collapseToLast: 'timestamp:13' }, [12, 20]],
    [{ url: page, filter: 'mimetype:image/.*', filterDialect: 'outbackcdx' }, [2]],
    [{ url: page, filter: '~mimetype:png', filterDialect: 'outbackcdx' }, [2]],
    [{ url: page, filter: '~!mimetype:png', filterDialect: 'outbackcdx' }, [1, 3]],
    [{ url: page, filter: '!statuscode:[23]..', filterDialect: 'outbackcdx' }, [2]],
    [{ url: page, filter: 'statuscode:20', filterDialect: 'outbackcdx' }, []],
    [{ url: page, filter: '.* 404 .*', filterDialect: 'outbackcdx' }, [2]],
    [{ url: page, filter: 'mimetype:text/.*', filterDialect: 'pywb' }, []],
    [{ url: page, filter: 'file:000002.warc' }, [2]],
  ])('%j', async (query, expected) => {
    expect(await ask.numbers(query)).toEqual(expected);
  });

  it('collapses more than once', async () => {
    const lines = await ask.service.client.get(
      '/replay/cdxb/test?url=example.com/r*&fl=timestamp&collapse=statuscode&collapse=urlkey',
    );
    expect((await lines.text()).split('\n')).toHaveLength(3);
  });

  it('has fields by them', async () => {
    expect(await ask.text({ url: page, limit: 1, fields: 'file,redirecturl,orig.length' })).toBe(
      'test:00000000-0000-7000-8000-000000000001.warc.gz - -\n',
    );
    const resolved = await ask.text({ url: page, limit: 1, resolveRevisits: true });
    expect(resolved.split(' ').slice(10)).toEqual([expect.stringContaining('.warc.gz'), '-', '-', '-\n']);
    const json = await ask.text({ url: page, limit: 1, resolveRevisits: 1, output: 'json' });
    expect(JSON.parse(json)).toMatchObject({ 'orig.length': '-', 'orig.offset': '-', 'orig.filename': '-' });
  });

  it('answers without compression when that is asked for', async () => {
    const { headers } = await ask.raw({ url: page, gzip: false }, { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('takes a slash behind the namespace', async () => {
    const { client } = ask.service;
    expect(await (await client.get('/replay/cdxb/test/', { url: page })).text()).toBe(
      await ask.text({ url: page }),
    );
    expect((await client.get('/replay/cdxa/test/', { q: `url:${page}` })).status).toBe(200);
    expect((await client.get('/replay/cdxb/', { url: page })).status).toBe(404);
  });
});

describe('nothing found', () => {
  it.each([
    { url: 'http://example.com/none' },
    { url: page, filter: '=status:999' },
    { url: page, offset: 3 },
    { url: page, from: '2015' },
    { url: page, from: '2015', to: '2013' },
    { url: page, closest: '2014', offset: 7 },
    { url: 'http://example.com/none', matchType: 'domain', closest: '2014', sort: 'closest', to: '1999' },
  ])('is 404 with a short text: %j', async (query) => {
    await expectNothing(await ask.get(query));
  });

  it('is 404 in a namespace that is unknown', async () => {
    await expectNothing(await ask.service.client.get('/replay/cdxb/unknown', { url: page }));
  });
});

describe('a request that cannot be answered is 400', () => {
  it.each<Query>([
    {},
    { url: '' },
    { url: page, urlkey: 'com,example)/page' },
    { url: page, matchType: 'near' },
    { url: page, sort: 'random' },
    { url: page, closest: '2014x' },
    { url: page, closest: '201401262006240' },
    { url: page, limit: 0 },
    { url: page, limit: 1.5 },
    { url: page, from: 'yesterday' },
    { url: page, filter: '~status:(' },
    { url: page, filter: 'nothing:1' },
    { url: page, filter: `~url:${'(a{100}){100}'}` },
    { url: page, filter: '~original:(?:abcdefgh?){900}' },
    { url: page, collapse: 'nothing' },
    { url: page, collapseTime: 15 },
    { url: page, output: 'xml' },
    { url: page, fl: 'urlkey,nothing' },
    { url: page, resumeKey: 'invented' },
    { url: page, page: 0, closest: '2014' },
    { url: page, page: 0, resumeKey: 'AAAA' },
    { url: page, fastLatest: true, closest: '2014' },
    { url: page, offset: 51, closest: '2014' },
    { url: 'urn:isbn:1', matchType: 'host' },
    { url: form, method: 'PO ST' },
    { url: form, requestBody: 'a=1' },
    { url: form, method: 'GET', requestBody: 'a=1' },
    { url: `${form}&__wb_method=POST`, method: 'POST' },
    { url: form, method: 'POST', matchType: 'host' },
    { url: form, method: 'POST', matchType: 'domain' },
    { url: '*.forms.example', method: 'POST' },
  ])('%j', async (query) => {
    const response = await ask.get(query);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      400,
      'application/problem+json',
    ]);
    expect(await response.json()).toMatchObject({ status: 400, detail: expect.any(String) });
  });

  it.each([
    ['~original:(?:a?){900}zzz', 'pywb'],
    ['!~original:(?:.?){100}zzz', 'pywb'],
    ['!original:(?:.?){900}', 'outbackcdx'],
    ['[a-z]{200}.*', 'outbackcdx'],
  ])('when its filters are too much work together: %s twenty times', async (filter, filterDialect) => {
    const path = (times: number) =>
      `/replay/cdxb/test?${new URLSearchParams([
        ['url', page],
        ['filterDialect', filterDialect],
        ...Array.from({ length: times }, () => ['filter', filter]),
      ])}`;
    const refused = await ask.service.client.get(path(20));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('too large in total') });
    expect((await ask.service.client.get(path(1))).status).not.toBe(400);
  });

  it('but parameters nobody knows are passed over', async () => {
    expect(await ask.numbers({ url: page, rows: 10, resolveRevisits: 'true', gzip: 'false' })).toEqual([
      1, 2, 3,
    ]);
  });

  it.each<[Query, RegExp]>([
    [{ url: page, limit: -1, closest: '2014' }, /negative limit/],
    [{ url: page, limit: -1, offset: 1 }, /negative limit/],
    [{ url: page, limit: -1, page: 0 }, /negative limit/],
    [{ url: page, reverse: true, closest: '2014' }, /sort=reverse/],
    [{ url: page, fl: 'urlkey', fields: 'timestamp' }, /fl and fields/],
    [{ url: page, collapse: 'digest', collapseToFirst: 'urlkey' }, /collapseToFirst/],
    [{ url: page, collapseTime: 4, collapseToLast: 'urlkey' }, /collapseToLast/],
    [{ url: page, showDupeCount: true }, /collapse=digest/],
    [{ url: page, showPagedIndex: 1 }, /showNumPages/],
    [{ url: page, accesspoint: 'public' }, /roles/],
    [{ url: page, allowFuzzy: 1 }, /pywb/],
    [{ url: page, last: true }, /limit=-1/],
    [{ q: 'type:urlquery url:x' }, /replay\/cdxa/],
    [{ url: page, output: 'link' }, /replay\/timemap/],
    [{ url: page, from: '2014-01-26' }, /must be a timestamp of 1 to 14 digits, not "2014-01-26"/],
    [{ url: page, fl: 'urlkey,nothing' }, /redirecturl/],
    [{ url: page, filter: 'statuscode:30[12]' }, /filterDialect=outbackcdx/],
    [{ url: page, filter: 'mimetype:text/.*' }, /filterDialect=outbackcdx/],
    [{ url: page, filter: '~!mimetype:html' }, /filterDialect=outbackcdx/],
    [{ url: page, filter: '=status:200', filterDialect: 'outbackcdx' }, /filterDialect=pywb/],
  ])('and what it says names what to ask instead, in words: %j', async (query, said) => {
    const response = await ask.get(query);
    expect(response.status).toBe(400);
    const { detail } = (await response.json()) as { detail: string };
    expect(detail).toMatch(said);
    expect(detail).not.toMatch(/\(\?:|\^\[/);
  });

  it('but one that asks for nothing asks for nothing', async () => {
    const nothing = { showDupeCount: 'false', showPagedIndex: 0, accesspoint: '', last: false };
    const empty = { limit: '', matchType: '', fl: '', output: '', collapse: '', filter: '', resumeKey: '' };
    expect(await ask.numbers({ ...nothing, ...empty, url: page, urlkey: '', page: '', sort: '' })).toEqual([
      1, 2, 3,
    ]);
  });
});

async function expectNothing(response: Response): Promise<void> {
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  expect(await response.text()).toBe('No captures found.\n');
}
