// Companion records of an artifact (request, metadata, warcinfo), over a real socket. They are listed, read one by one,
// and exported together with the artifact.
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { makeWarcinfoMember } from '@holdfast/warc';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createRecheckJob } from '../../../src/jobs/fixity/recheck.ts';
import { type KeptStore, openKeptStore, runWholeJob } from '../../jobs/compaction/kept-store.ts';
import { type ArtifactPart, companion, storeSegment } from '../../jobs/companions/made-segment.ts';
import { rewriteObject } from '../../jobs/rebuild/change-object.ts';
import { startTestService } from '../../service.ts';

const url = 'http://www.example.org/page';
const [request, metadata, late, later] = [
  companion('request', url, randomBytes(100_000)),
  companion('metadata', url),
  companion('metadata', `${url}?late`),
  companion('metadata', `${url}?later`),
];
const warcinfo = makeWarcinfoMember({
  ...{ recordId: '<urn:uuid:c0ffee00-0000-4000-8000-000000000000>', dateMs: 0, filename: 'crawl.warc.gz' },
  fields: { software: 'a crawler' },
});
const part: ArtifactPart = { url, payload: randomBytes(100), before: [request], after: [metadata] };
const bare: ArtifactPart = { url: `${url}/bare`, payload: randomBytes(100) };
let kept: KeptStore;
let key: string;

beforeAll(async () => {
  kept = await openKeptStore(await startTestService({ COMPACTION_PERIOD: 'off', FIXITY_PERIOD: 'off' }));
  await storeSegment(kept, 'bare', [bare]);
  key = await storeSegment(kept, 'au', [{ kept: 'warcinfo', bytes: warcinfo }, part]);
  await storeSegment(kept, 'au', [
    { kept: 'metadata', bytes: late, of: part },
    { kept: 'metadata', bytes: later, of: part },
  ]);
});

const path = (record = '', of = part) =>
  `/artifacts/${of.uuid}/records${record && `/${encodeURIComponent(record)}`}`;
const get = (at: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  kept.client.get(at, query, headers);
const status = async (...asked: Parameters<typeof get>) => {
  const answer = await get(...asked);
  await answer.arrayBuffer();
  return answer.status;
};
const bytes = async (...asked: Parameters<typeof get>) =>
  Buffer.from(await (await get(...asked)).arrayBuffer());

interface Listed {
  records: { number: number; relation: string; type: string; link: string; storedLength: number }[];
}

describe('the records of an artifact', () => {
  it('are listed: its own, its companions, its warcinfo', async () => {
    const { records } = await kept.client.json<Listed>(path());
    expect(records.map(({ relation, type, storedLength }) => [relation, type, storedLength])).toEqual([
      ['artifact', 'response', part.member!.length],
      ['companion', 'request', request.length],
      ['companion', 'metadata', metadata.length],
      ['companion', 'metadata', late.length],
      ['companion', 'metadata', later.length],
      ['warcinfo', 'warcinfo', warcinfo.length],
    ]);
    expect(records[1]).toEqual({
      ...{ number: 1, relation: 'companion', type: 'request', targetUri: url },
      recordId: expect.stringMatching(/^<urn:uuid:.*>$/),
      date: '2020-02-20T20:20:20Z',
      contentType: 'application/http; msgtype=response',
      ...{ contentLength: 100_000, recordLength: gunzipSync(request).length, storedLength: request.length },
      link: expect.stringMatching(new RegExp(`^http://.*${path('1')}$`)),
    });
    expect((await kept.client.json<Listed>(path('', bare))).records).toMatchObject([
      { relation: 'artifact' },
    ]);
  });

  it('are given verbatim, one by one, by number and by id, stored or plain', async () => {
    const all = [part.member!, request, metadata, late, later, warcinfo];
    const { records } = await kept.client.json<Listed>(path());
    for (const [i, { link }] of records.entries()) {
      const { pathname, search } = new URL(link);
      expect(await bytes(pathname + search)).toEqual(all[i]);
      expect(await bytes(path(`${i}.warc.gz`))).toEqual(all[i]);
      expect(await bytes(path(`${i}.warc`))).toEqual(gunzipSync(all[i]!));
    }
    const id = 'urn:uuid:c0ffee00-0000-4000-8000-000000000000';
    for (const name of [id, `<${id}>`]) expect(await bytes(path(name))).toEqual(warcinfo);
    expect(await bytes(path(`${id}.warc`))).toEqual(gunzipSync(warcinfo));
  });

  it('are given in ranges and on conditions', async () => {
    const answer = await get(path('1'), {}, { range: 'bytes=10-19' });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes 10-19/${request.length}`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(request.subarray(10, 20));
    const etag = answer.headers.get('etag')!;
    expect(await status(path('1'), {}, { 'if-none-match': etag })).toBe(304);
    expect(await status(path('1.warc'), {}, { 'if-none-match': etag })).toBe(200);
    expect(await status(path('1'), {}, { range: `bytes=${request.length}-` })).toBe(416);
  });

  it('are 404 where there is none, and 406 for who accepts something else', async () => {
    const nowhere = ['6', '-1', '1.arc', 'urn:uuid:none', '99999999999'].map((name) => path(name));
    const elsewhere = path('0').replace(part.uuid!, '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61');
    for (const at of [...nowhere, elsewhere]) expect([at, await status(at)]).toEqual([at, 404]);
    for (const at of [path(), path('0')]) {
      expect(await status(at, { namespace: 'other' })).toBe(404);
      expect(await status(at, {}, { accept: 'text/html' })).toBe(406);
    }
  });
});

describe('the archive of a record', () => {
  const names = () => `/replay/warcs/default:${part.uuid}`;

  it('holds what was captured with it when asked, in ranges, too', async () => {
    const whole = Buffer.concat([warcinfo, request, part.member!, metadata, late, later]);
    const stored = await get(`${names()}.warc.gz`, { records: 'all' });
    expect(stored.headers.get('content-length')).toBe(String(whole.length));
    expect(Buffer.from(await stored.arrayBuffer())).toEqual(whole);
    expect(await bytes(`${names()}.warc`, { records: 'all' })).toEqual(gunzipSync(whole));
    const start = warcinfo.length + request.length - 5;
    const range = { range: `bytes=${start}-${start + 9}` };
    expect(await bytes(`${names()}.warc.gz`, { records: 'all' }, range)).toEqual(
      whole.subarray(start, start + 10),
    );
    const own = await get(`${names()}.warc.gz`, { records: 'own' });
    expect(own.headers.get('etag')).not.toBe(stored.headers.get('etag'));
    expect(Buffer.from(await own.arrayBuffer())).toEqual(part.member);
    expect(await bytes(`${names()}.warc.gz`)).toEqual(part.member);
    const alone = `/replay/warcs/default:${bare.uuid}.warc.gz`;
    expect(await bytes(alone, { records: 'all' })).toEqual(bare.member);
    expect(await status(`${names()}.warc.gz`, { records: 'some' })).toBe(400);
  });

  it('is 502 when a companion is damaged, but not of the record alone', async () => {
    await rewriteObject(kept.store, key, (object) => {
      const at = object.indexOf(request) + 50_000;
      object[at] = object[at]! ^ 1;
      return object;
    });
    for (const at of [path(), path('1'), path('2'), `${names()}.warc`, `${names()}.warc.gz`]) {
      expect([at, await status(at, at.includes('replay') ? { records: 'all' } : {})]).toEqual([at, 502]);
    }
    for (const at of [path('0'), `${names()}.warc`, `/artifacts/${part.uuid}/payload`]) {
      expect([at, await status(at)]).toEqual([at, 200]);
    }
  });

  it('are left out of an export when one of them is damaged', async () => {
    const exported = (ending: string) => get(`/exports/default.${ending}`, { auid: 'au' });
    // The service verifies the damage again before recording it. Repeat the export until then.
    let answer = await exported('warc.gz');
    for (; answer.status !== 200; answer = await exported('warc.gz')) await answer.arrayBuffer();
    const counts = ['x-export-left-out', 'x-export-companions-left-out'].map((name) =>
      answer.headers.get(name),
    );
    expect(counts).toEqual(['0', '1']);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.concat([warcinfo, part.member!]));
    const bag = Buffer.from(await (await exported('tar')).arrayBuffer()).toString('latin1');
    expect(bag).toContain(
      'External-Description: 1 artifact is included without companion records, which are damaged',
    );
  });
});

describe('an export', () => {
  const flip = (place: string, record: Buffer) =>
    rewriteObject(kept.store, place, (object) => {
      const at = object.indexOf(record.subarray(0, -24)) + record.length - 20;
      object[at] = object[at]! ^ 1;
      return object;
    });
  const exported = (auid: string, query = {}) => get('/exports/default.warc.gz', { auid, ...query });
  /** Repeats the export until the damage was verified and recorded. Until then, the export is rejected or truncated. */
  const whole = async (...asked: Parameters<typeof exported>) => {
    for (;;) {
      const answer = await exported(...asked);
      const body = await answer.arrayBuffer().catch(() => undefined);
      expect([200, 502]).toContain(answer.status);
      if (answer.status !== 200 || !body) continue;
      const counts = ['left-out', 'companions-left-out', 'records-left-out'].map((name) =>
        Number(answer.headers.get(`x-export-${name}`)),
      );
      return { counts, bytes: Buffer.from(body) };
    }
  };

  it('leaves damaged records out that belong to no artifact, until they are well again', async () => {
    const [info, lone] = [companion('warcinfo', 'none'), companion('metadata', `${url}/nobody`)];
    const page: ArtifactPart = { url: `${url}/lone`, payload: randomBytes(100) };
    const place = await storeSegment(kept, 'lone', [
      ...[{ kept: 'warcinfo', bytes: info } as const, page, { kept: 'metadata', bytes: lone } as const],
    ]);
    const all = Buffer.concat([info, page.member!, lone]);
    expect(await whole('lone')).toEqual({ counts: [0, 0, 0], bytes: all });
    for (const record of [info, lone]) await flip(place, record);
    expect(await status('/exports/default.warc.gz', { auid: 'lone' })).toBe(502);
    expect(await whole('lone')).toEqual({ counts: [0, 0, 2], bytes: page.member });
    expect(await whole('lone', { url: page.url })).toEqual({ counts: [0, 0, 1], bytes: page.member });
    expect(await whole('lone', { url: page.url, versions: 'latest' })).toMatchObject({ counts: [0, 0, 1] });
    expect((await bytes('/exports/default.tar', { auid: 'lone' })).toString('latin1')).toContain(
      'External-Description: 2 damaged records that belong to no artifact are left out',
    );
    for (const record of [info, lone]) await flip(place, record);
    await runWholeJob(kept, createRecheckJob({ db: kept.database.kysely, store: kept.store }, undefined));
    expect(await whole('lone')).toEqual({ counts: [0, 0, 0], bytes: all });
  });

  it('leaves companions out that lie elsewhere when one of them is damaged', async () => {
    const page: ArtifactPart = { url: `${url}/far`, payload: randomBytes(100) };
    await storeSegment(kept, 'far', [page]);
    const far = companion('metadata', `${url}/far`);
    const place = await storeSegment(kept, 'far', [{ kept: 'metadata', bytes: far, of: page }]);
    await flip(place, far);
    expect(await status('/exports/default.tar', { auid: 'far' })).toBe(502);
    expect(await whole('far')).toEqual({ counts: [0, 1, 0], bytes: page.member });
  });
});
