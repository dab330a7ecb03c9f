// Readers never receive wrong bytes, even if the store's files were changed. The test damages the files as failing
// disks and users do. The service caches no payloads in this test.
import { mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { type Answer, ask, readProblem } from './ask.ts';
import { makeMember, makeNoise, plainHead, store } from './captures.ts';

const small = makeNoise(5_000, 'small');
// Larger than the prefix that the service verifies before it sends the first byte.
const large = makeNoise(3_000_000, 'large');
const head = `${plainHead}\r\nX-Marked: head`;
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ CONTENT_CACHE: '0' });
});

interface Stored {
  uuid: string;
  /** Path of the file that contains the record. */
  path: string;
  /** Offset of the record in the file. */
  offset: number;
  length: number;
}

/** Stores the body without compression, so that a changed byte in the file changes exactly one byte of the body. */
async function stored(body: Buffer): Promise<Stored> {
  const [uuid] = (await store(service.client, [{ head, body, level: 0 }])) as [string];
  const url = await storageUrl(uuid);
  const [offset, length] = ['offset', 'length'].map((name) => Number(url.searchParams.get(name)));
  return { uuid, path: pathIn(url), offset: offset!, length: length! };
}

async function storageUrl(uuid: string): Promise<URL> {
  const headers = { accept: 'application/json' };
  const { body } = await ask(service.client, `/artifacts/${uuid}`, { headers });
  return new URL((JSON.parse(body.toString()) as { storageUrl: string }).storageUrl);
}

const pathIn = ({ pathname }: URL) => join(service.storeFolder, 'objects', pathname);

async function change(path: string, at: (object: Buffer) => number): Promise<void> {
  const object = await readFile(path);
  const place = at(object);
  expect(place).toBeGreaterThan(0);
  object[place] = object[place]! ^ 1;
  await writeFile(path, object);
}

const ways = ['', '/payload', '/response'];
const everyRead = ways.flatMap((way) => [
  { way, query: {} },
  { way, query: { includeContent: 'NEVER' } },
  ...(way === '/payload' ? [{ way, query: {}, headers: { range: 'bytes=100-199' } }] : []),
]);

async function readEveryWay(uuid: string): Promise<Answer[]> {
  return Promise.all(
    everyRead.map(({ way, ...asked }) => ask(service.client, `/artifacts/${uuid}${way}`, asked)),
  );
}

function expectRefusals(answers: Answer[]): void {
  expect(answers.map(({ status }) => status)).toEqual(everyRead.map(() => 502));
  for (const answer of answers) {
    expect(readProblem(answer)).toMatchObject({ status: 502, title: 'Bad Gateway' });
    expect(answer.body.toString()).not.toContain(service.storeFolder);
    expect(answer.headers).not.toHaveProperty('etag');
    expect(answer.headers).not.toHaveProperty('x-lockssrepo-artifact-digest');
  }
}

describe('a small artifact is 502 before the first byte', () => {
  it.each<[string, (stored: Stored) => Promise<void>]>([
    ['a byte of the payload changed', ({ path }) => change(path, (object) => object.indexOf(small) + 2_000)],
    ['a byte of the HTTP head changed', ({ path }) => change(path, (object) => object.indexOf('Marked'))],
    [
      'a byte of the WARC header changed',
      ({ path }) => change(path, (object) => object.indexOf('http://a/')),
    ],
    [
      'the type of the record changed',
      ({ path }) => change(path, (object) => object.lastIndexOf('response\r')),
    ],
    ['the header of the gzip member changed', ({ path, offset }) => change(path, () => offset)],
    ['the checksum changed', ({ path, offset, length }) => change(path, () => offset + length - 6)],
    ['the object is cut in the record', ({ path, offset, length }) => truncate(path, offset + length - 100)],
    ['the object is cut before the record', ({ path, offset }) => truncate(path, offset - 1)],
    ['the object is empty', ({ path }) => truncate(path, 0)],
    [
      'the object is zeroes',
      async ({ path }) => writeFile(path, Buffer.alloc((await readFile(path)).length)),
    ],
    ['the object is gone', ({ path }) => rm(path)],
    [
      'a folder is where the object was',
      async ({ path }) => {
        await rename(path, `${path}.old`);
        await mkdir(path);
      },
    ],
  ])('when %s', async (_name, damage) => {
    const made = await stored(small);
    const before = (await readEveryWay(made.uuid)).map(({ status }) => status);
    expect(before).toEqual(everyRead.map(({ headers }) => (headers ? 206 : 200)));
    await damage(made);
    expectRefusals(await readEveryWay(made.uuid));
  });
});

describe('a large artifact', () => {
  it.each<[string, (stored: Stored) => Promise<void>]>([
    [
      'a byte at its beginning changed',
      ({ path }) => change(path, (object) => object.indexOf(large.subarray(0, 99))),
    ],
    [
      'its last byte changed',
      ({ path }) => change(path, (object) => object.indexOf(large.subarray(-99)) + 98),
    ],
    ['its checksum changed', ({ path, offset, length }) => change(path, () => offset + length - 6)],
  ])('is cut off when %s, and 502 once that was seen', async (_name, damage) => {
    for (const way of ways) {
      const made = await stored(large);
      await damage(made);
      const read = (method = 'GET') => ask(service.client, `/artifacts/${made.uuid}${way}`, { method });
      const { status, headers, body, cut } = await read();
      expect({ way, status, cut }).toEqual({ way, status: 200, cut: true });
      expect(body.length).toBeLessThan(Number(headers['content-length']));
      while ((await read('HEAD')).status !== 502) await new Promise((resolve) => setTimeout(resolve, 20));
      expectRefusals(await readEveryWay(made.uuid));
    }
  });

  it('is 502 when its head alone is asked for and has changed', async () => {
    for (const way of ways) {
      const made = await stored(large);
      await change(made.path, (object) => object.indexOf('Marked'));
      const query = { includeContent: 'NEVER' };
      const answer = await ask(service.client, `/artifacts/${made.uuid}${way}`, { query });
      expect(readProblem(answer).status).toBe(502);
    }
  });

  it.each(['bytes=-1000', 'bytes=100-199', 'bytes=2000000-2000009'])(
    'is 502 in the range %s',
    async (range) => {
      const made = await stored(large);
      await change(made.path, (object) => object.indexOf(large.subarray(0, 99)) + 150);
      const headers = { range };
      const answer = await ask(service.client, `/artifacts/${made.uuid}/payload`, { headers });
      // The requested range, at the end of the body, is withheld until it is verified. The service can therefore still
      // send an error response.
      expect(readProblem(answer).status).toBe(502);
    },
  );

  it.each<[string, (stored: Stored) => Promise<void>]>([
    ['its object is cut', ({ path, offset, length }) => truncate(path, offset + length - 1)],
    ['its object is gone', ({ path }) => rm(path)],
  ])('is 502 when %s', async (_name, damage) => {
    const made = await stored(large);
    await damage(made);
    expectRefusals(await readEveryWay(made.uuid));
  });
});

describe('an artifact made from a revisit', () => {
  const auid = 'revisits&a~1';
  const revisit = () => {
    const block = 'HTTP/1.1 200 OK\r\nX-Marked: again\r\n\r\n';
    const lines = [
      'WARC/1.1',
      'WARC-Type: revisit',
      'WARC-Record-ID: <urn:uuid:11111111-2222-3333-4444-555555555555>',
      'WARC-Date: 2021-01-01T00:00:00Z',
      'WARC-Target-URI: http://a/again',
      'WARC-Refers-To-Target-URI: http://a/',
      'WARC-Refers-To-Date: 2020-02-20T20:20:20Z',
      'Content-Type: application/http; msgtype=response',
      `Content-Length: ${block.length}`,
    ];
    return gzipSync(`${lines.join('\r\n')}\r\n\r\n${block}\r\n\r\n`, { level: 0 });
  };

  it.each([
    ['its own head is damaged', 'again'],
    ['the payload it shares is damaged', 'the shared payload'],
  ])('is 502 when %s', async (_name, text) => {
    const original = makeMember({ head, body: 'the shared payload', level: 0 });
    const { statuses } = await service.client.importArchive(Buffer.concat([original, revisit()]), {
      auid,
      storeDuplicate: true,
    });
    const uuid = statuses[1]!.artifactUuid!;
    const before = await ask(service.client, `/artifacts/${uuid}/response`);
    expect(before.body.toString()).toContain('again\r\n\r\nthe shared payload');
    await change(pathIn(await storageUrl(uuid)), (object) => object.indexOf(text));
    expectRefusals(await readEveryWay(uuid));
  });
});

describe('while the store is away', () => {
  it('everything that is in it is 502, and comes back with it', async () => {
    const { uuid } = await stored(small);
    const away = `${service.storeFolder}.away`;
    await rename(service.storeFolder, away);
    const answers = await readEveryWay(uuid);
    await rename(away, service.storeFolder);
    // The status becomes 503 when the service detects that its store is unavailable.
    for (const answer of answers) expect([502, 503]).toContain(readProblem(answer).status);
    const isBack = async () => (await readEveryWay(uuid)).every(({ status }) => status < 300);
    while (!(await isBack())) await new Promise((resolve) => setTimeout(resolve, 50));
  });
});
