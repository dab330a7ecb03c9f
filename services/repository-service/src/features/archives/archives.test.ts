// POST /archives over a real socket, on a real PostgreSQL and the fs store: every status and every option.
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type ImportStatus, makeWarc, responseRecord } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type TestService, testService } from '../../testing/service.ts';

let service: TestService;
let next = 0;

beforeAll(async () => {
  service = await testService();
});

const freshAuid = () => `org|example|plugin&base_url~x&n~${next++}`;
const statusesOf = (statuses: ImportStatus[]) => statuses.map(({ status }) => status);
const sha256 = (text: string) => `SHA-256:${createHash('sha256').update(text).digest('hex')}`;
const response = (url: string, text: string) => responseRecord(url, Buffer.from(text));
const gz = (...records: Buffer[]) => Buffer.concat(records.map((record) => gzipSync(record)));

function httpRecord(url: string, status: string, text = '', headers = ''): Buffer {
  const record = responseRecord(url, Buffer.from(text)).toString('latin1');
  const head = `HTTP/1.1 ${status}\r\n${headers}\r\n`;
  const block = head + text;
  return Buffer.from(
    `${record.slice(0, record.indexOf('Content-Length'))}Content-Length: ${block.length}\r\n\r\n${block}\r\n\r\n`,
    'latin1',
  );
}

function revisit(url: string, fields: Record<string, string>): Buffer {
  const block = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Seen: again\r\n\r\n';
  const lines = [
    'WARC/1.1',
    'WARC-Type: revisit',
    'WARC-Record-ID: <urn:uuid:11111111-2222-3333-4444-555555555555>',
    'WARC-Date: 2021-01-01T00:00:00Z',
    `WARC-Target-URI: ${url}`,
    'WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${block.length}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${block}\r\n\r\n`);
}

describe('an import', () => {
  it('answers one line a record, in the order of the file, and stores what came', async () => {
    const auid = freshAuid();
    const made = makeWarc(30, 500);
    const { status, statuses } = await service.client.importArchive(made.bytes, { auid });
    expect(status).toBe(200);
    expect(statuses.map(({ offset, url, digest }) => ({ offset, url, digest }))).toEqual(
      made.records.map(({ offset, url, sha256: hex }) => ({ offset, url, digest: `SHA-256:${hex}` })),
    );
    expect(statuses[0]).toMatchObject({
      status: 'OK',
      version: 1,
      warcId: expect.stringMatching(/^<urn:uuid:.*>$/),
    });
    const listed = await service.client.artifacts(auid);
    expect(listed.map(({ uuid }) => uuid).sort()).toEqual(
      statuses.map(({ artifactUuid }) => artifactUuid).sort(),
    );
    expect(listed.every(({ committed }) => committed)).toBe(true);
  });

  it.each([
    ['plain', (records: Buffer[]) => Buffer.concat(records)],
    ['gzip over the whole file', (records: Buffer[]) => gzipSync(Buffer.concat(records))],
    ['gzip per record', (records: Buffer[]) => gz(...records)],
  ])('takes a WARC that is %s', async (_name, pack) => {
    const auid = freshAuid();
    const records = ['one', 'two', 'three'].map((text) => response(`http://a/${text}`, text));
    const { statuses } = await service.client.importArchive(pack(records), { auid });
    expect(statuses.map(({ digest }) => digest)).toEqual(['one', 'two', 'three'].map(sha256));
    for (const { artifactUuid } of statuses) {
      const payload = await service.client.bytes(`/artifacts/${artifactUuid}/payload`);
      expect(['one', 'two', 'three']).toContain(payload.toString());
    }
  });

  it('takes `auid` behind the archive', async () => {
    const auid = freshAuid();
    const { status, statuses } = await service.client.importArchive(gz(response('http://a/', 'late')), {
      auid,
      auidLast: true,
    });
    expect({ status, statuses: statusesOf(statuses) }).toEqual({ status: 200, statuses: ['OK'] });
    expect(await readdir(service.spoolFolder)).toEqual([]);
  });

  it('streams: the first lines are there while the rest is still being sent', async () => {
    const auid = freshAuid();
    const made = makeWarc(10, 500);
    const half = made.records[5]!.offset;
    let first: () => void = () => undefined;
    const firstLine = new Promise<void>((resolve) => {
      first = resolve;
    });
    async function* slowly() {
      yield made.bytes.subarray(0, half);
      await firstLine;
      yield made.bytes.subarray(half);
    }
    const { statuses } = await service.client.importArchive(Readable.from(slowly()), {
      auid,
      onStatus: first,
    });
    expect(statuses).toHaveLength(10);
  });

  it('stores a record of many megabytes in a segment of its own, between small ones', async () => {
    const auid = freshAuid();
    const large = createHash('sha512').update('x').digest().toString('latin1').repeat(300_000);
    const noise = Buffer.from(large, 'latin1');
    for (let i = 0; i < noise.length; i += 4) noise.writeInt32LE((i * 2654435761) | 0, i);
    const records = [
      response('http://a/1', 'small'),
      responseRecord('http://a/large', noise),
      response('http://a/2', 'x'),
    ];
    const { statuses } = await service.client.importArchive(gz(...records), { auid });
    expect(statusesOf(statuses)).toEqual(['OK', 'OK', 'OK']);
    const payload = await service.client.bytes(`/artifacts/${statuses[1]!.artifactUuid}/payload`);
    expect(payload.equals(noise)).toBe(true);
  }, 60_000);
});

describe('duplicates', () => {
  it('of the latest version are told apart from contents that come back', async () => {
    const auid = freshAuid();
    const file = gz(...['A', 'A', 'B', 'A'].map((text) => response('http://a/', text)));
    const { statuses } = await service.client.importArchive(file, { auid });
    expect(statuses.map(({ status, version }) => [status, version])).toEqual([
      ['OK', 1],
      ['DUPLICATE', 1],
      ['OK', 2],
      ['OK', 3],
    ]);
    expect(statuses[1]).toMatchObject({
      artifactUuid: statuses[0]!.artifactUuid,
      digest: sha256('A'),
      statusMessage: expect.stringContaining('same payload'),
    });
  });

  it('are not stored when a file is imported again, and are when asked for', async () => {
    const auid = freshAuid();
    const { bytes } = makeWarc(20, 300, 'again');
    const import_ = (storeDuplicate: boolean) =>
      service.client.importArchive(bytes, { auid, storeDuplicate });
    await import_(false);
    const again = await import_(false);
    expect(new Set(statusesOf(again.statuses))).toEqual(new Set(['DUPLICATE']));
    const stored = await import_(true);
    expect(new Set(stored.statuses.map(({ status, version }) => `${status} ${version}`))).toEqual(
      new Set(['OK 2']),
    );
  });
});

describe('excludeStatusPattern', () => {
  it('leaves out responses whose whole status matches, and never resources', async () => {
    const file = gz(
      httpRecord('http://a/1', '404 Not Found'),
      httpRecord('http://a/2', '200 OK', 'x'),
      httpRecord('http://a/3', '301 Moved', '', 'Location: http://a/2\r\n'),
    );
    const { statuses } = await service.client.importArchive(file, {
      auid: freshAuid(),
      excludeStatusPattern: '4..|30',
    });
    expect(statusesOf(statuses)).toEqual(['EXCLUDED', 'OK', 'OK']);
    expect(statuses[0]).toMatchObject({ statusMessage: expect.stringContaining('404') });
  });

  it('is 400 when it is no regular expression', async () => {
    const answer = await service.client.importArchive(gz(), { auid: 'a', excludeStatusPattern: '(' });
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('excludeStatusPattern') });
  });
});

describe('revisits', () => {
  it('are duplicates of what they refer to, or versions that share its payload', async () => {
    const auid = freshAuid();
    const refersTo = {
      'WARC-Refers-To-Target-URI': 'http://a/',
      'WARC-Refers-To-Date': '2020-02-20T20:20:20Z',
    };
    const file = gz(response('http://a/', 'the payload'), revisit('http://a/again', refersTo));
    const first = await service.client.importArchive(file, { auid });
    expect(statusesOf(first.statuses)).toEqual(['OK', 'DUPLICATE']);
    expect(first.statuses[1]!.artifactUuid).toBe(first.statuses[0]!.artifactUuid);

    const stored = await service.client.importArchive(gz(revisit('http://a/again', refersTo)), {
      auid,
      storeDuplicate: true,
    });
    const [status] = stored.statuses;
    expect(status).toMatchObject({ status: 'OK', version: 1, digest: sha256('the payload') });
    const payload = await service.client.bytes(`/artifacts/${status!.artifactUuid}/payload`);
    expect(payload.toString()).toBe('the payload');
    const whole = await service.client.bytes(`/artifacts/${status!.artifactUuid}/response`);
    expect(whole.toString()).toContain('X-Seen: again\r\n\r\nthe payload');
  });

  it('of what is not there are errors that say what', async () => {
    const refersTo = {
      'WARC-Refers-To-Target-URI': 'http://gone/',
      'WARC-Refers-To-Date': '2020-02-20T20:20:20Z',
    };
    const { statuses } = await service.client.importArchive(gz(revisit('http://a/', refersTo)), {
      auid: freshAuid(),
      storeDuplicate: true,
    });
    expect(statuses).toEqual([
      expect.objectContaining({ status: 'ERROR', statusMessage: expect.stringContaining('http://gone/') }),
    ]);
  });
});

describe('damage', () => {
  it('is an error of its record alone', async () => {
    const auid = freshAuid();
    const made = makeWarc(5, 2_000, 'damaged');
    const bytes = Buffer.from(made.bytes);
    bytes.fill(0xff, made.records[2]!.offset + 200, made.records[2]!.offset + 300);
    const { status, statuses } = await service.client.importArchive(bytes, { auid });
    expect(status).toBe(200);
    expect(statusesOf(statuses)).toEqual(['OK', 'OK', 'ERROR', 'OK', 'OK']);
    expect(statuses[2]).toMatchObject({ offset: made.records[2]!.offset, statusMessage: expect.any(String) });
  });

  it('that cuts the file ends the sequence with one error', async () => {
    const { bytes } = makeWarc(4, 2_000, 'cut');
    const { statuses } = await service.client.importArchive(bytes.subarray(0, bytes.length - 50), {
      auid: freshAuid(),
    });
    expect(statusesOf(statuses)).toEqual(['OK', 'OK', 'OK', 'ERROR']);
  });
});

describe('what cannot be imported', () => {
  it.each([
    ['an ARC', Buffer.from('filedesc://a.arc 0.0.0.0 20200101000000 text/plain 76\n1 0 InternetArchive\n')],
    ['HTML', Buffer.from('<!doctype html><html></html>')],
    ['nothing', Buffer.alloc(0)],
    ['gzip of something else', gzipSync('hello')],
  ])('is 400: %s', async (_name, bytes) => {
    const auid = freshAuid();
    const answer = await service.client.importArchive(bytes, { auid });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 400, detail: expect.any(String) });
    const listing = await service.client.get(`/aus/${encodeURIComponent(auid)}/artifacts`);
    expect(listing.status).toBe(404);
  });

  it.each([
    ['an empty AUID', { auid: '' }],
    ['an AUID of 8,193 characters', { auid: 'x'.repeat(8_193) }],
    ['a bad namespace', { auid: 'a', namespace: 'no spaces' }],
  ])('is 400: %s', async (_name, options) => {
    const answer = await service.client.importArchive(gz(response('http://a/', 'x')), options);
    expect(answer.status).toBe(400);
  });

  it.each([
    ['no multipart at all', 'application/warc', 'WARC/1.0'],
    ['no boundary', 'multipart/form-data', 'x'],
    ['no parts', 'multipart/form-data; boundary=b', '--b--\r\n'],
    [
      'no archive',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="auid"\r\n\r\na\r\n--b--\r\n',
    ],
    [
      'a form that just ends',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="archive"; filename="a"\r\n\r\nWARC/1.0',
    ],
    [
      'another file',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="other"; filename="a"\r\n\r\nx\r\n--b--\r\n',
    ],
  ])('is 400: %s', async (_name, contentType, body) => {
    const { url, authorization } = service.client;
    const answer = await fetch(`${url}/archives`, {
      method: 'POST',
      headers: { authorization, 'content-type': contentType },
      body,
    });
    expect({ status: answer.status, text: await answer.text() }).toMatchObject({ status: 400 });
  });

  it('is 401 without credentials', async () => {
    const answer = await fetch(`${service.client.url}/archives`, { method: 'POST', body: new FormData() });
    expect(answer.status).toBe(401);
  });
});

describe('a client that goes away in the middle', () => {
  it('leaves what was acknowledged, nothing else, and no file', async () => {
    const auid = freshAuid();
    const made = makeWarc(10, 500, 'gone');
    const controller = new AbortController();
    const acknowledged: ImportStatus[] = [];
    async function* half() {
      yield made.bytes.subarray(0, made.records[5]!.offset);
      await sleep(60_000, undefined, { signal: controller.signal }).catch(() => undefined);
    }
    const importing = service.client.importArchive(Readable.from(half()), {
      auid,
      signal: controller.signal,
      onStatus: (status) => {
        acknowledged.push(status);
        if (acknowledged.length === 5) controller.abort();
      },
    });
    await expect(importing).rejects.toThrow();
    const listed = await service.client.artifacts(auid);
    expect(listed.map(({ uuid }) => uuid).sort()).toEqual(
      acknowledged.map(({ artifactUuid }) => artifactUuid).sort(),
    );
    expect(await readdir(service.spoolFolder).catch(() => [])).toEqual([]);
  });
});
