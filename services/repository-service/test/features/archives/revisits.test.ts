// Revisits in POST /archives: every kind of reference, with the original before or after the revisit.
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { ImportStatus } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import {
  buildRevisit,
  createAuid,
  gzip,
  listStatuses,
  makeHttpRecord,
  makeResponse,
  toSha256,
} from './made-archives.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

describe('revisits', () => {
  const shortly = ({ status, version, url }: ImportStatus) => `${status} ${version ?? '-'} ${url}`;
  const idOf = (record: Buffer) => /WARC-Record-ID: (.*)\r\n/.exec(record.toString('latin1'))![1]!;
  const refersTo = (url: string) => ({
    'WARC-Refers-To-Target-URI': url,
    'WARC-Refers-To-Date': '2020-02-20T20:20:20Z',
  });
  const imported = async (auid: string, storeDuplicate: boolean, ...records: Buffer[]) =>
    (await service.client.importArchive(gzip(...records), { auid, storeDuplicate })).statuses;

  it('are stored with their own head and the payload of the original, in whatever AU', async () => {
    const original = makeResponse('http://a/', 'the payload');
    const again = buildRevisit('http://a/again', refersTo('http://a/'));
    const [first, second] = await imported(createAuid(), false, original, again);
    expect([first, second].map((one) => shortly(one!))).toEqual(['OK 1 http://a/', 'OK 1 http://a/again']);
    const auid = createAuid();
    const [elsewhere] = await imported(auid, false, again);
    for (const status of [second!, elsewhere!]) {
      expect(status).toMatchObject({ status: 'OK', version: 1, digest: toSha256('the payload') });
      const payload = await service.client.bytes(`/artifacts/${status.artifactUuid}/payload`);
      expect(payload.toString()).toBe('the payload');
      const whole = await service.client.bytes(`/artifacts/${status.artifactUuid}/response`);
      expect(whole.toString()).toContain('X-Seen: again\r\n\r\nthe payload');
    }
    expect((await imported(auid, false, again, again)).map(shortly)).toEqual([
      'DUPLICATE 1 http://a/again',
      'DUPLICATE 1 http://a/again',
    ]);
    expect((await imported(auid, true, again)).map(shortly)).toEqual(['OK 2 http://a/again']);
  });

  it('are versions of their URL as other captures are', async () => {
    const p = 'http://a/other';
    const records = [
      makeResponse(p, 'P'),
      makeResponse('http://a/', 'A'),
      buildRevisit('http://a/', refersTo(p)),
      makeResponse('http://a/', 'A'),
      buildRevisit('http://a/', refersTo('http://a/')),
    ];
    expect((await imported(createAuid(), false, ...records)).map(shortly)).toEqual([
      `OK 1 ${p}`,
      'OK 1 http://a/',
      'OK 2 http://a/',
      'OK 3 http://a/',
      'DUPLICATE 3 http://a/',
    ]);
  });

  it('name their originals by record id, whatever became of those', async () => {
    const auid = createAuid();
    const [stored, dropped] = [makeResponse('http://a/', 'by id'), makeResponse('http://a/', 'by id')];
    const again = [stored, dropped].map((one, i) =>
      buildRevisit(`http://a/${i}`, { 'WARC-Refers-To': idOf(one) }),
    );
    const further = buildRevisit('http://a/further', { 'WARC-Refers-To': idOf(again[1]!) });
    const statuses = await imported(auid, false, stored, dropped, ...again, further);
    expect(listStatuses(statuses)).toEqual(['OK', 'DUPLICATE', 'OK', 'OK', 'OK']);
    expect(new Set(statuses.map(({ digest }) => digest))).toEqual(new Set([toSha256('by id')]));
  });

  it('name originals of earlier uploads by record id, where those are captures of their URL', async () => {
    const [auid, other] = [createAuid(), createAuid()];
    const versions = ['first', 'second'].map((text) => makeResponse('http://a/by-id', text));
    const again = (url: string, of: number) => buildRevisit(url, { 'WARC-Refers-To': idOf(versions[of]!) });
    await imported(auid, false, ...versions);
    const own = await imported(auid, false, again('http://a/by-id', 0), again('http://a/by-id', 0));
    expect(own.map(shortly)).toEqual(['OK 3 http://a/by-id', 'DUPLICATE 3 http://a/by-id']);
    const [elsewhere, unknown] = await imported(
      other,
      false,
      again('http://a/by-id', 1),
      again('http://b/', 1),
    );
    expect(elsewhere).toMatchObject({ status: 'OK', digest: toSha256('second') });
    expect(unknown!.statusMessage).toContain(idOf(versions[1]!));
  });

  it('wait for an original that comes later, and the lines behind them wait, too', async () => {
    const auid = createAuid();
    const late = makeResponse('http://late/', 'late');
    const digest = createHash('sha1').update('late').digest('hex');
    const records = [
      makeResponse('http://a/0', 'zero'),
      buildRevisit('http://a/1', { 'WARC-Refers-To': idOf(late) }),
      buildRevisit('http://late/', refersTo('http://late/')),
      makeResponse('http://a/2', 'two'),
      buildRevisit('http://a/3', refersTo('http://nowhere/')),
      buildRevisit('http://a/4', { 'WARC-Payload-Digest': `sha1:${digest}` }),
      late,
      makeResponse('http://a/5', 'five'),
    ];
    const statuses = await imported(auid, false, ...records);
    expect(statuses.map(shortly)).toEqual([
      'OK 1 http://a/0',
      'OK 1 http://a/1',
      'DUPLICATE 1 http://late/',
      'OK 1 http://a/2',
      'ERROR - http://a/3',
      'OK 1 http://a/4',
      'OK 1 http://late/',
      'OK 1 http://a/5',
    ]);
    expect(statuses[4]!.statusMessage).toContain('http://nowhere/');
    for (const i of [1, 5]) {
      const payload = await service.client.bytes(`/artifacts/${statuses[i]!.artifactUuid}/payload`);
      expect(payload.toString()).toBe('late');
    }
    expect(await readdir(service.spoolFolder).catch(() => [])).toEqual([]);
  });

  it('of what is nowhere are errors that say what', async () => {
    const fields = { ...refersTo('http://gone/'), 'WARC-Refers-To': '<urn:uuid:gone>' };
    expect(await imported(createAuid(), true, buildRevisit('http://a/', fields))).toEqual([
      expect.objectContaining({
        status: 'ERROR',
        statusMessage: expect.stringMatching(/record <urn:uuid:gone>, URL http:\/\/gone\/, date 2020/),
      }),
    ]);
  });
});

describe.each([
  ['small', 1],
  ['large', 10_000],
])('what is read of a %s revisit', (_size, count) => {
  const body = 'what was said once'.repeat(count);
  const framed = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const modified = 'Last-Modified: Mon, 03 Feb 2014 04:05:06 GMT\r\n';
  const originalFields = `Content-Type: text/css\r\nContent-Encoding: x-own\r\n${modified}`;
  const heads = {
    ofOriginal: `HTTP/1.1 200 OK\r\n${originalFields}\r\n`,
    chunked: `HTTP/1.1 200 OK\r\n${originalFields}Transfer-Encoding: chunked\r\n\r\n`,
    notModified: 'HTTP/1.1 304 Not Modified\r\nETag: "new"\r\n\r\n',
    complete: 'HTTP/1.1 203 Fine\r\nContent-Type: text/html\r\n\r\n',
    completeChunked: 'HTTP/1.1 203 Fine\r\nTransfer-Encoding: Chunked\r\n\r\n',
  };
  const { ofOriginal, chunked, notModified, complete, completeChunked } = heads;

  it.each([
    ['nothing', '', 'plain', ofOriginal + body, 'text/css', 'x-own', true],
    ['nothing, of a chunked one', '', 'chunked', chunked + framed, 'text/css', 'x-own', true],
    ['a 304', notModified, 'plain', notModified + body, 'text/css', 'x-own', true],
    ['a 304, of a chunked one', notModified, 'chunked', notModified + body, 'text/css', 'x-own', true],
    ['a head of its own', complete, 'chunked', complete + body, 'text/html', null, false],
    ['one that says chunked', completeChunked, 'chunked', completeChunked + framed, 'text/css', null, false],
    ['one that says so alone', completeChunked, 'plain', completeChunked + body, 'text/css', null, false],
  ] as const)('that has %s', async (name, head, of, block, type, coding, isDated) => {
    const url = `http://heads/${of}/${name}`;
    const original =
      of === 'plain'
        ? makeHttpRecord(url, '200 OK', body, originalFields)
        : makeHttpRecord(url, '200 OK', framed, `${originalFields}Transfer-Encoding: chunked\r\n`);
    const date = /WARC-Date: (.*)\r/.exec(original.toString())![1]!;
    const refersTo = { 'WARC-Refers-To-Target-URI': url, 'WARC-Refers-To-Date': date };
    const archive = gzip(original, buildRevisit(url, refersTo, head));
    const importing = { auid: createAuid(), storeDuplicate: true };
    const { statuses } = await service.client.importArchive(archive, importing);
    expect(listStatuses(statuses)).toEqual(['OK', 'OK']);
    const ask = (path: string) => service.client.get(`/artifacts/${statuses[1]!.artifactUuid}${path}`);
    const response = await ask('/response');
    expect(await response.text()).toBe(block);
    expect(response.headers.get('content-length')).toBe(String(block.length));
    expect(response.headers.get('x-lockssrepo-artifactdatatype')).toBe('response');
    const payload = await ask('/payload');
    expect(await payload.text()).toBe(body);
    expect(payload.headers.get('content-type')).toBe(type);
    expect(payload.headers.get('content-encoding')).toBe(coding);
    expect(payload.headers.has('last-modified')).toBe(isDated);
    const parts = await (await ask('')).text();
    expect(parts).toContain(`\r\n\r\n${head || block.slice(0, -body.length).split('\r\n\r\n')[0]}`);
    expect(parts).toContain(`Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n`);
  });

  it('of a resource without a head is a resource', async () => {
    const url = 'http://heads/resource';
    const record = makeHttpRecord(url, '200 OK', body).toString();
    const resource = record
      .replace('WARC-Type: response', 'WARC-Type: resource')
      .replace(/Content-Type: application\/http[^\r]*/, 'Content-Type: text/plain');
    const refersTo = { 'WARC-Payload-Digest': '' };
    const block = resource.slice(resource.indexOf('\r\n\r\n') + 4, -4);
    refersTo['WARC-Payload-Digest'] = `sha1:${createHash('sha1').update(block).digest('hex')}`;
    const archive = gzip(Buffer.from(resource), buildRevisit('http://heads/of-resource', refersTo, ''));
    const { statuses } = await service.client.importArchive(archive, { auid: createAuid() });
    const answer = await service.client.get(`/artifacts/${statuses[1]!.artifactUuid}/response`);
    expect(answer.headers.get('x-lockssrepo-artifactdatatype')).toBe('resource');
    expect(await answer.text()).toBe(
      `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${block.length}\r\n\r\n${block}`,
    );
  });
});
