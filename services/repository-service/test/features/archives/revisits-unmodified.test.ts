// Revisits that declare "not modified" and refer to an earlier capture of the same URL. Tests each way to declare this
// with some positions of the original; revisits-unmodified.judge.ts tests all positions.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { createAuid, gzip } from './made-archives.ts';
import {
  encodeSha1,
  findRecordId,
  makeCapture,
  makeRecord,
  makeRevisit,
  NOT_MODIFIED,
} from './made-revisits.ts';
import {
  AFTER,
  describeForms,
  FIRST,
  type Fields,
  HEAD_304,
  importAll as importedBy,
  makeUrl,
  NOTHING,
  readPayload as payloadFrom,
  REVISIT,
  SECOND,
} from './unmodified-forms.ts';

let service: TestService;
let hosts = 0;

beforeAll(async () => {
  service = await startTestService();
});

const imported = (auid: string, ...uploads: Buffer[][]) => importedBy(service, auid, ...uploads);
const payloadOf = (status: Parameters<typeof payloadFrom>[1]) => payloadFrom(service, status);

describeForms(() => service, { some: true });

describe('a server-not-modified revisit', () => {
  const unmodified = (url: string, fields: Fields = {}, date = REVISIT) =>
    makeRevisit(url, date, { 'WARC-Profile': NOT_MODIFIED, ...NOTHING, ...fields });

  it('of a URL without an earlier capture is an error, whatever else is empty', async () => {
    const url = makeUrl();
    const others = [
      makeCapture(`${url}empty`, '', FIRST),
      makeCapture(url, 'after', AFTER),
      makeCapture(url, '', FIRST, { head: HEAD_304 }),
    ];
    for (const uploads of [
      [[...others, unmodified(url)]],
      [[unmodified(url), ...others]],
      [others, [unmodified(url)]],
    ]) {
      const statuses = await imported(createAuid(), ...uploads);
      expect(statuses.filter(({ status }) => status === 'ERROR')).toHaveLength(1);
    }
  });

  it('has the latest capture with content, wherever that came', async () => {
    const url = makeUrl();
    const auid = createAuid();
    await imported(auid, [makeCapture(url, 'in index', SECOND)]);
    const bare = makeCapture(url, '', '2019-07-01T00:00:00Z', { head: HEAD_304 });
    const [, , status] = await imported(auid, [makeCapture(url, 'in upload', FIRST), bare, unmodified(url)]);
    expect(await payloadOf(status!)).toBe('in index');
    const newer = makeCapture(url, 'in upload', '2020-02-01T00:00:00Z');
    const [, again] = await imported(auid, [newer, unmodified(url, {}, '2020-02-02T02:02:02Z')]);
    expect(await payloadOf(again!)).toBe('in upload');
    const [chain] = await imported(auid, [unmodified(url, {}, AFTER)]);
    expect(await payloadOf(chain!)).toBe('in upload');
  });

  it('has the capture of its date although it is empty, when there is no other', async () => {
    const url = makeUrl();
    const dated = unmodified(url, { 'WARC-Refers-To-Date': SECOND });
    for (const uploads of [
      [[makeCapture(url, '', SECOND), dated]],
      [[makeCapture(url, '', SECOND)], [dated]],
    ]) {
      expect((await imported(createAuid(), ...uploads)).at(-1)).toMatchObject({ status: 'OK' });
    }
  });

  it('has no capture of another method', async () => {
    const url = makeUrl();
    const post = makeCapture(url, 'posted', SECOND);
    const request = makeRecord({
      type: 'request',
      url,
      date: SECOND,
      fields: { 'WARC-Concurrent-To': findRecordId(post) },
      head: 'POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n',
      body: 'a=b',
    });
    for (const uploads of [
      [[makeCapture(url, 'got', FIRST), request, post, unmodified(url)]],
      [[makeCapture(url, 'got', FIRST), request, post], [unmodified(url)]],
    ]) {
      expect(await payloadOf((await imported(createAuid(), ...uploads)).at(-1)!)).toBe('got');
    }
  });

  it('is a version of its URL as others are', async () => {
    const url = makeUrl();
    const { statuses } = await service.client.importArchive(
      gzip(makeCapture(url, 'page', FIRST), unmodified(url)),
      {
        auid: createAuid(),
      },
    );
    expect(statuses.map(({ status, version }) => [status, version])).toEqual([
      ['OK', 1],
      ['DUPLICATE', 1],
    ]);
  });
});

describe('a revisit without a head whose payload is that of another URL', () => {
  const moved =
    'HTTP/1.1 301 Moved\r\nLocation: http://elsewhere.test/\r\nSet-Cookie: a=b\r\nContent-Type: text/css\r\nContent-Encoding: x-own\r\n\r\n';
  const heads = ['', HEAD_304];
  it.each(
    heads.flatMap((head) =>
      [true, false].flatMap((large) => ['named', 'by digest'].map((how) => ({ head, large, how }))),
    ),
  )('has no head of that URL ($how, large: $large, head: $head)', async ({ head, large, how }) => {
    const url = `http://headless${hosts++}.test/`;
    const text = `the same ${hosts} `.repeat(large ? 20_000 : 1);
    const other = makeCapture(`${url}other`, text, FIRST, { head: moved });
    const digest = { 'WARC-Payload-Digest': encodeSha1(text) };
    const named = { 'WARC-Refers-To-Target-URI': `${url}other`, 'WARC-Refers-To-Date': FIRST };
    const revisit = makeRevisit(url, REVISIT, how === 'named' ? { ...named, ...digest } : digest, head);
    const own = { 'WARC-Refers-To-Target-URI': url, 'WARC-Refers-To-Date': REVISIT };
    const again = makeRevisit(url, AFTER, { ...own, ...digest });
    for (const uploads of [[[other, revisit, again]], [[other], [revisit, again]]]) {
      const statuses = (await imported(createAuid(), ...uploads)).slice(-2);
      const cdx = await (await service.client.get('/replay/cdxb/default', { url, limit: '1' })).text();
      expect(cdx.split(' ').slice(3, 7)).toEqual(['text/css', '-', expect.any(String), '-']);
      for (const { artifactUuid } of statuses) {
        const ask = (path: string) => service.client.get(path);
        const name = encodeURIComponent(`default:${artifactUuid}.warc`);
        const record = await (await ask(`/replay/warcs/${name}`)).text();
        expect(record).toMatch(
          /\r\nHTTP\/1\.1 200 OK\r\nContent-Type: text\/css\r\nContent-Encoding: x-own *\r\n\r\n/,
        );
        const payload = await ask(`/artifacts/${artifactUuid}/payload`);
        expect(payload.headers.get('content-type')).toBe('text/css');
        expect(await payload.text()).toBe(text);
        const whole = await (await ask(`/artifacts/${artifactUuid}/response`)).text();
        for (const answer of [record, whole]) expect(answer).not.toMatch(/Location|Set-Cookie|301 Moved/);
      }
    }
  });

  it('has the head of its own URL where that has the payload, too, however late it comes', async () => {
    const url = `http://headless${hosts++}.test/`;
    const fields = { 'WARC-Payload-Digest': encodeSha1('page') };
    const other = makeCapture(`${url}other`, 'page', FIRST, { head: moved });
    const own = makeCapture(url, 'page', FIRST, { head: 'HTTP/1.1 203 Fine\r\nX-Own: yes\r\n\r\n' });
    const revisit = makeRevisit(url, REVISIT, fields);
    for (const uploads of [[[other, revisit, own]], [[own, other, revisit]], [[own, other], [revisit]]]) {
      const statuses = await imported(createAuid(), ...uploads);
      const { artifactUuid } = statuses[uploads.length === 2 ? 0 : uploads[0]!.indexOf(revisit)]!;
      const whole = await (await service.client.get(`/artifacts/${artifactUuid}/response`)).text();
      expect(whole).toBe('HTTP/1.1 203 Fine\r\nX-Own: yes\r\n\r\npage');
    }
  });
});
