// POST /archives with packages of archives (WACZ), including their descriptions, and with record types that WARC 1.1
// does not define.
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeSkippableFrame, makeZip, makeZstdFrame, type ZipPart } from '@holdfast/testkit';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { createAuid, gzip, listStatuses, makeResponse } from './made-archives.ts';

jest.setTimeout(120_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ SEGMENT_AGE: '50ms' });
});

/** Imports the archive. Returns the response lines and the summary. */
async function imported(archive: Buffer, auid = createAuid()) {
  let summary: unknown;
  const onSummary = (said: unknown) => {
    summary = said;
  };
  const { statuses } = await service.client.importArchive(archive, { auid, onSummary });
  return { statuses, summary };
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const sha256 = (bytes: Uint8Array) => `sha256:${hash('sha256', bytes)}`;
const archive = gzip(makeResponse('http://a.example/1', 'one'), makeResponse('http://a.example/2', 'two'));
const WARNING = 'The SHA-256 of "archive/data.warc.gz" does not match datapackage.json.';

function waczParts(declared: string): ZipPart[] {
  const resources = [{ path: 'archive/data.warc.gz', hash: declared, bytes: archive.length }];
  return [
    { name: 'archive/data.warc.gz', content: archive },
    { name: 'datapackage.json', content: json({ profile: 'data-package', resources }) },
  ];
}

describe('datapackage.json', () => {
  it('that is right is not spoken of', async () => {
    const { bytes } = makeZip(waczParts(sha256(archive)));
    const { statuses, summary } = await imported(bytes);
    expect(listStatuses(statuses)).toEqual(['OK', 'OK']);
    expect(statuses.map(({ statusMessage }) => statusMessage)).toEqual([undefined, undefined]);
    expect(summary).not.toHaveProperty('warnings');
  });

  it('with a wrong hash is a warning in the last line and in the summary', async () => {
    const { bytes } = makeZip(waczParts(sha256(Buffer.from('else'))));
    const auid = createAuid();
    for (const expected of ['OK', 'DUPLICATE']) {
      const { statuses, summary } = await imported(bytes, auid);
      expect(listStatuses(statuses)).toEqual([expected, expected]);
      expect(statuses[0]!.statusMessage ?? '').not.toContain(WARNING);
      expect(statuses[1]!.statusMessage).toContain(WARNING);
      expect(summary).toMatchObject({ complete: true, warnings: [WARNING] });
    }
  });

  it('that comes long after the records still is', async () => {
    const { bytes, offsets } = makeZip(waczParts(sha256(Buffer.from('else'))));
    let first: () => void = () => undefined;
    const isStored = new Promise<void>((resolve) => {
      first = resolve;
    });
    async function* slowly() {
      yield bytes.subarray(0, offsets[1]! - 40);
      await isStored;
      yield bytes.subarray(offsets[1]! - 40);
    }
    const request = { auid: createAuid(), onStatus: () => first() };
    const { statuses } = await service.client.importArchive(Readable.from(slowly()), request);
    expect(listStatuses(statuses)).toEqual(['OK', 'OK']);
    expect(statuses[1]!.statusMessage).toBe(WARNING);
  });
});

describe('packages', () => {
  it('of WACZ files are imported, with what each says of its files', async () => {
    const { bytes } = makeZip([
      { name: 'datapackage.json', content: json({ profile: 'multi-wacz-package', resources: [] }) },
      { name: 'one.wacz', content: makeZip(waczParts(sha256(Buffer.from('else')))).bytes },
      {
        name: 'two.wacz',
        content: makeZip([{ name: 'archive/x.warc', content: makeResponse('http://b.example/', 'b') }]).bytes,
      },
    ]);
    const { status, statuses } = await service.client.importArchive(bytes, { auid: createAuid() });
    expect(status).toBe(200);
    expect(statuses.map(({ status, url }) => [status, url])).toEqual([
      ['OK', 'http://a.example/1'],
      ['OK', 'http://a.example/2'],
      ['OK', 'http://b.example/'],
    ]);
    expect(statuses[2]!.statusMessage).toBe(`"one.wacz": ${WARNING}`);
  });

  it.each<[string, Buffer, RegExp]>([
    ['gzip of gzip', gzipSync(archive), /gzip once more/],
    [
      'a WACZ three levels deep',
      makeZip([
        {
          name: 'x.wacz',
          content: makeZip([{ name: 'y.wacz', content: makeZip(waczParts('')).bytes }]).bytes,
        },
      ]).bytes,
      /one level deep/,
    ],
  ])('are 400, and nothing is stored: %s', async (_name, bytes, message) => {
    const auid = createAuid();
    const answer = await service.client.importArchive(bytes, { auid });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).detail).toMatch(message);
    expect((await service.client.get(`/aus/${encodeURIComponent(auid)}/artifacts`)).status).toBe(404);
  });
});

describe('a zstandard dictionary that the decoder refuses', () => {
  const start = Buffer.from('37a430ec409c0000', 'hex');
  const bad = makeSkippableFrame(0x184d2a5d, Buffer.concat([start, Buffer.alloc(279)]));

  it('is the fault of the client', async () => {
    const failures = async () =>
      (await service.client.json<{ failures?: unknown[] }>('/failures')).failures?.length;
    const before = await failures();
    const first = await service.client.importArchive(
      Buffer.concat([bad, makeZstdFrame(makeResponse('http://z.example/', 'z'))]),
      { auid: createAuid() },
    );
    expect([first.status, JSON.parse(first.body).detail]).toEqual([
      400,
      expect.stringContaining('dictionary is damaged'),
    ]);
    const good = (url: string) => makeZstdFrame(makeResponse(url, 'z'));
    const later = await service.client.importArchive(
      Buffer.concat([good('http://z.example/1'), bad, good('http://z.example/2')]),
      { auid: createAuid() },
    );
    expect(listStatuses(later.statuses)).toEqual(['OK', 'ERROR', 'OK']);
    expect(later.statuses[1]!.statusMessage).toBe('A zstandard dictionary is damaged.');
    expect(await failures()).toBe(before);
  });
});

describe('a record of a type that WARC 1.1 does not name', () => {
  it('is kept with its artifact or the import, counted, and exported again', async () => {
    const auid = createAuid();
    const page = makeResponse('http://s.example/', 'page');
    const id = /WARC-Record-ID: (\S+)/.exec(page.toString('latin1'))![1]!;
    const screenshot = (name: string, fields: string) =>
      Buffer.from(
        `WARC/1.1\r\nWARC-Type: screenshot\r\nWARC-Record-ID: <urn:uuid:${name}>\r\nWARC-Date: 2021-01-01T00:00:00Z\r\n` +
          `WARC-Target-URI: urn:view:http://s.example/\r\n${fields}Content-Type: image/png\r\nContent-Length: 3\r\n\r\npng\r\n\r\n`,
      );
    const own = screenshot('00000000-0000-4000-8000-00000000aaaa', `WARC-Concurrent-To: ${id}\r\n`);
    const alone = screenshot('00000000-0000-4000-8000-00000000bbbb', '');
    const { statuses, summary } = await imported(gzip(page, own, alone), auid);
    expect(statuses).toHaveLength(1);
    expect(statuses[0]).toMatchObject({ status: 'OK', url: 'http://s.example/' });
    expect(summary).toMatchObject({
      records: { other: { ERROR: 0 } },
      companions: { kept: { other: 2 }, alone: 1 },
    });
    const { records } = await service.client.json<{ records: { relation: string; type: string }[] }>(
      `/artifacts/${statuses[0]!.artifactUuid}/records`,
    );
    expect(records.map(({ relation, type }) => [relation, type])).toEqual([
      ['artifact', 'response'],
      ['companion', 'screenshot'],
    ]);
    const exported = await service.client.bytes('/exports/default.warc.gz', { auid });
    const text = gunzipSync(exported).toString('latin1');
    expect(text).toContain(page.toString('latin1'));
    expect(text).toContain(own.toString('latin1'));
  });
});
