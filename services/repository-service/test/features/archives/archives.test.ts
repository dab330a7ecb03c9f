// POST /archives over a real socket, with a real PostgreSQL and the fs store: the stored artifacts and the response.

import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  makeArcRecord,
  makeFiledesc,
  makeResponseRecord,
  makeWarc,
  makeZip,
  makeZstdFrame,
} from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { createAuid, gzip, listStatuses, makeHttpRecord, makeResponse, toSha256 } from './made-archives.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

describe('an import', () => {
  it('answers one line a record, in the order of the file, and stores what came', async () => {
    const auid = createAuid();
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
    ['gzip per record', (records: Buffer[]) => gzip(...records)],
  ])('takes a WARC that is %s', async (_name, pack) => {
    const auid = createAuid();
    const records = ['one', 'two', 'three'].map((text) => makeResponse(`http://a/${text}`, text));
    const { statuses } = await service.client.importArchive(pack(records), { auid });
    expect(statuses.map(({ digest }) => digest)).toEqual(['one', 'two', 'three'].map(toSha256));
    for (const { artifactUuid } of statuses) {
      const payload = await service.client.bytes(`/artifacts/${artifactUuid}/payload`);
      expect(['one', 'two', 'three']).toContain(payload.toString());
    }
  });

  it.each([5, 400, 99_999_999])(
    'loses no record behind one whose length is too large by %d',
    async (difference) => {
      const auid = createAuid();
      // The record is so large that the service skips it without holding it in memory.
      const bodies = ['one', 'wrong', 'three', 'x'.repeat(3_000_000), 'y'.repeat(3_000_000)];
      const records = bodies.map((body, index) => makeResponse(`http://a/${index}`, body));
      const wrong = records[1]!
        .toString('latin1')
        .replace(/Content-Length: (\d+)/, (_, length) => `Content-Length: ${+length + difference}`);
      const archive = Buffer.concat(records.with(1, Buffer.from(wrong, 'latin1')));
      const { statuses } = await service.client.importArchive(archive, { auid });
      expect(statuses.map(({ url, status }) => [url, status])).toEqual([
        ['http://a/0', 'OK'],
        ['http://a/1', 'ERROR'],
        ['http://a/2', 'OK'],
        ['http://a/3', 'OK'],
        ['http://a/4', 'OK'],
      ]);
      expect(statuses[4]).toMatchObject({ digest: toSha256(bodies[4]!) });
    },
  );

  it('stores what lies on both sides of records that are not taken', async () => {
    const auid = createAuid();
    const known = makeResponse('http://a/known', 'known');
    await service.client.importArchive(gzip(known), { auid });
    const undated = makeResponse('http://a/none', 'undated')
      .toString('latin1')
      .replace(/WARC-Date: .*\r\n/, '');
    const records = ['first', 'second', 'third'].map((text) => makeResponse(`http://a/${text}`, text));
    const file = gzip(records[0]!, known, records[1]!, Buffer.from(undated, 'latin1'), records[2]!);
    const { statuses } = await service.client.importArchive(file, { auid });
    expect(listStatuses(statuses)).toEqual(['OK', 'DUPLICATE', 'OK', 'ERROR', 'OK']);
    const payloads = statuses
      .filter(({ status }) => status === 'OK')
      .map(({ artifactUuid }) => service.client.bytes(`/artifacts/${artifactUuid}/payload`));
    expect((await Promise.all(payloads)).map(String)).toEqual(['first', 'second', 'third']);
  });

  it('takes `auid` behind the archive', async () => {
    const auid = createAuid();
    const { url, authorization } = service.client;
    const body = new FormData();
    body.set('archive', new Blob([gzip(makeResponse('http://a/', 'late'))]), 'a.warc.gz');
    body.set('auid', auid);
    const answer = await fetch(`${url}/archives`, { method: 'POST', headers: { authorization }, body });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: 'OK', version: 1 });
    expect(await readdir(service.spoolFolder)).toEqual([]);
  });

  it('streams: the first lines are there while the rest is still being sent', async () => {
    const auid = createAuid();
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
    const auid = createAuid();
    const large = createHash('sha512').update('x').digest().toString('latin1').repeat(300_000);
    const noise = Buffer.from(large, 'latin1');
    for (let i = 0; i < noise.length; i += 4) noise.writeInt32LE((i * 2654435761) | 0, i);
    const records = [
      makeResponse('http://a/1', 'small'),
      makeResponseRecord('http://a/large', noise),
      makeResponse('http://a/2', 'x'),
    ];
    const archive = Buffer.concat(records.map((record) => gzipSync(record, { level: 1 })));
    const { statuses } = await service.client.importArchive(archive, { auid });
    expect(listStatuses(statuses)).toEqual(['OK', 'OK', 'OK']);
    const payload = await service.client.bytes(`/artifacts/${statuses[1]!.artifactUuid}/payload`);
    expect(payload.equals(noise)).toBe(true);
  });
});

describe('an import of what is no WARC', () => {
  const page = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nold';
  const arc = Buffer.concat([
    makeFiledesc(1, 'old.arc'),
    makeArcRecord('http://a/old', page),
    makeArcRecord('dns:a', 'x'),
  ]);

  it('makes of the records of an ARC what they amount to, the same again', async () => {
    const auid = createAuid();
    const { statuses } = await service.client.importArchive(arc, { auid });
    expect(statuses.map(({ url, status, offset }) => [url, status, offset])).toEqual([
      ['http://a/old', 'OK', makeFiledesc(1, 'old.arc').length],
      ['dns:a', 'OK', arc.length - makeArcRecord('dns:a', 'x').length],
    ]);
    expect(statuses[0]!.digest).toBe(toSha256('old'));
    const uuid = statuses[0]!.artifactUuid;
    const stored = gunzipSync(await service.client.bytes(`/replay/warcs/default:${uuid}.warc.gz`)).toString();
    expect(stored).toContain(`WARC-Record-ID: ${statuses[0]!.warcId}\r\n`);
    expect(stored).toContain('X-ARC-Header: http://a/old 192.0.2.1 20240203040506 text/html 48\r\n');
    expect(stored.endsWith(`\r\n\r\n${page}\r\n\r\n`)).toBe(true);
    const records = JSON.parse((await service.client.bytes(`/artifacts/${uuid}/records`)).toString());
    expect(JSON.stringify(records)).toContain('"warcinfo"');
    const again = await service.client.importArchive(gzipSync(arc), { auid });
    expect(listStatuses(again.statuses)).toEqual(['DUPLICATE', 'DUPLICATE']);
  });

  it('reads zstandard frames, and the archives in a WACZ', async () => {
    const auid = createAuid();
    const records = [makeResponse('http://z/1', 'one'), makeResponse('http://z/2', 'two')];
    const zst = Buffer.concat(records.map((record) => makeZstdFrame(record)));
    const { statuses } = await service.client.importArchive(zst, { auid });
    expect(statuses.map(({ status, offset }) => [status, offset])).toEqual([
      ['OK', 0],
      ['OK', makeZstdFrame(records[0]!).length],
    ]);
    const { bytes, offsets } = makeZip([
      { name: 'datapackage.json', content: Buffer.from('{}') },
      {
        name: 'archive/one.warc.gz',
        content: gzip(makeResponse('http://z/3', 'three')),
        descriptor: 'long',
      },
      { name: 'archive/two.warc.zst', content: zst },
      { name: 'archive/three.arc', content: arc, deflated: true },
    ]);
    const wacz = await service.client.importArchive(bytes, { auid });
    expect(listStatuses(wacz.statuses)).toEqual(['OK', 'DUPLICATE', 'DUPLICATE', 'OK', 'OK']);
    expect(wacz.statuses[0]!.offset).toBe(offsets[1]);
  });
});

describe('duplicates', () => {
  it('of the latest version are told apart from contents that come back', async () => {
    const auid = createAuid();
    const file = gzip(...['A', 'A', 'B', 'A'].map((text) => makeResponse('http://a/', text)));
    const { statuses } = await service.client.importArchive(file, { auid });
    expect(statuses.map(({ status, version }) => [status, version])).toEqual([
      ['OK', 1],
      ['DUPLICATE', 1],
      ['OK', 2],
      ['OK', 3],
    ]);
    expect(statuses[1]).toMatchObject({
      artifactUuid: statuses[0]!.artifactUuid,
      digest: toSha256('A'),
      statusMessage: expect.stringContaining('same payload'),
    });
  });

  it('are told from what comes back behind another content in the same file', async () => {
    const auid = createAuid();
    const import_ = (...texts: string[]) =>
      service.client.importArchive(gzip(...texts.map((text) => makeResponse('http://a/', text))), {
        auid,
      });
    const [first] = (await import_('A')).statuses;
    const { statuses } = await import_('A', 'B', 'A');
    expect(statuses.map(({ status, version }) => [status, version])).toEqual([
      ['DUPLICATE', 1],
      ['OK', 2],
      ['OK', 3],
    ]);
    expect(statuses[0]!.artifactUuid).toBe(first!.artifactUuid);
  });

  it('are not stored when a file is imported again, and are when asked for', async () => {
    const auid = createAuid();
    const { bytes } = makeWarc(20, 300, 'again');
    const import_ = (storeDuplicate: boolean) =>
      service.client.importArchive(bytes, { auid, storeDuplicate });
    await import_(false);
    const again = await import_(false);
    expect(new Set(listStatuses(again.statuses))).toEqual(new Set(['DUPLICATE']));
    const stored = await import_(true);
    expect(new Set(stored.statuses.map(({ status, version }) => `${status} ${version}`))).toEqual(
      new Set(['OK 2']),
    );
  });
});

describe('excludeStatusPattern', () => {
  it('leaves out responses whose whole status matches, and never resources', async () => {
    const file = gzip(
      makeHttpRecord('http://a/1', '404 Not Found'),
      makeHttpRecord('http://a/2', '200 OK', 'x'),
      makeHttpRecord('http://a/3', '301 Moved', '', 'Location: http://a/2\r\n'),
    );
    const { statuses } = await service.client.importArchive(file, {
      auid: createAuid(),
      excludeStatusPattern: '4..|30',
    });
    expect(listStatuses(statuses)).toEqual(['EXCLUDED', 'OK', 'OK']);
    expect(statuses[0]).toMatchObject({ statusMessage: expect.stringContaining('404') });
  });

  it('is 400 when it is no regular expression', async () => {
    const answer = await service.client.importArchive(gzip(), {
      auid: 'a',
      excludeStatusPattern: '(',
    });
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('excludeStatusPattern') });
  });
});

describe('damage', () => {
  it('is an error of its record alone', async () => {
    const auid = createAuid();
    const made = makeWarc(5, 2_000, 'damaged');
    const bytes = Buffer.from(made.bytes);
    bytes.fill(0xff, made.records[2]!.offset + 200, made.records[2]!.offset + 300);
    const { status, statuses } = await service.client.importArchive(bytes, { auid });
    expect(status).toBe(200);
    expect(listStatuses(statuses)).toEqual(['OK', 'OK', 'ERROR', 'OK', 'OK']);
    expect(statuses[2]).toMatchObject({ offset: made.records[2]!.offset, statusMessage: expect.any(String) });
  });

  it('that cuts the file ends the sequence with one error', async () => {
    const { bytes } = makeWarc(4, 2_000, 'cut');
    const { statuses } = await service.client.importArchive(bytes.subarray(0, bytes.length - 50), {
      auid: createAuid(),
    });
    expect(listStatuses(statuses)).toEqual(['OK', 'OK', 'OK', 'ERROR']);
  });
});
