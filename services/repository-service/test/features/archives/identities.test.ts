// POST /migrations with the artifacts' identities in a separate form part: artifacts of another Holdfast node keep all
// their properties.
import { gzipSync } from 'node:zlib';
import { makeChunkedBody, makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { makePage, makeRevisit, makeUrl, packRecords, pageDate } from '../../jobs/fixity/stored-artifacts.ts';
import { send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { makeWarcRecord } from '../replay/made-records.ts';
import { createAuid } from './made-archives.ts';

let source: TestService;
let target: TestService;

beforeAll(async () => {
  source = await startTestService({ FIXITY_PERIOD: 'off' });
  target = await startTestService({ FIXITY_PERIOD: 'off' });
});

const listed = ({ client }: TestService, auid: string) =>
  client.artifacts(auid, { includeUncommitted: true });
const archiveOf = ({ client }: TestService, uuid: string) =>
  client.bytes(`/replay/warcs/default:${uuid}.warc.gz`, { records: 'all' });

/** Sends all artifacts of the AU twice, first with payloads as `entity`, then as `recorded`, as `keep mirror` does. */
async function mirror(auid: string) {
  const all = await listed(source, auid);
  const archives = await Promise.all(all.map(({ uuid }) => archiveOf(source, uuid)));
  const uncommitted = all.filter(({ committed }) => !committed).map(({ uuid }) => uuid);
  const results = [];
  for (const payloads of ['entity', 'recorded'] as const) {
    const request = { auid, uncommitted, identities: all, payloads };
    results.push(await target.client.migrate(Buffer.concat(archives), request));
  }
  return results.map((statuses) =>
    statuses.map(({ status, statusMessage }) => (status === 'ERROR' ? statusMessage : status)),
  );
}

describe('POST /migrations with identities', () => {
  it('stores versions, states, dates and companions as they are there', async () => {
    const auid = createAuid();
    const url = makeUrl(auid, 'a');
    const request = makeWarcRecord('request', url, pageDate, Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    const records = [
      ...[request, makePage(auid, 'a'), makePage(auid, 'a', { content: 'b', date: '2021-01-01T00:00:00Z' })],
      ...[makePage(auid, 'a'), makePage(auid, 'other'), makeRevisit(auid, 'again', 'other')],
    ];
    await source.client.importArchive(packRecords(records), { auid, storeDuplicate: true });
    const [first] = await listed(source, auid);
    await send(source.client, 'PUT', `/artifacts/${first!.uuid}`, { query: { committed: false } });
    const [entity, recorded] = await mirror(auid);
    expect(entity).toEqual(Array(5).fill('OK'));
    expect(recorded).toEqual(Array(5).fill('DUPLICATE'));
    const all = await listed(source, auid);
    const strip = ({ storageUrl: _, ...artifact }: { storageUrl?: string }) => artifact;
    expect((await listed(target, auid)).map(strip)).toEqual(all.map(strip));
    for (const { uuid, uri } of all) {
      if (uri.endsWith('/again')) continue;
      expect((await archiveOf(target, uuid)).equals(await archiveOf(source, uuid))).toBe(true);
    }
    const again = all.find(({ uri }) => uri.endsWith('/again'))!;
    const payload = ({ client }: TestService) => client.bytes(`/artifacts/${again.uuid}/payload`);
    expect((await payload(target)).equals(await payload(source))).toBe(true);
  });

  it('finds digests of bodies with and without their chunk framing', async () => {
    const auid = createAuid();
    const chunked = makeChunkedBody(Buffer.from('in chunks'));
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    const block = Buffer.concat([Buffer.from(head), chunked]);
    const record = makeWarcRecord('response', makeUrl(auid, 'chunked'), pageDate, block);
    await source.client.importArchive(gzipSync(record), { auid });
    expect(await mirror(auid)).toEqual([['OK'], [expect.stringContaining('none of the identities')]]);
    expect(await listed(target, auid)).toHaveLength(1);
  });

  it('refuses records without an identity, and fields that are none', async () => {
    const auid = createAuid();
    const record = gzipSync(makeResponseRecord(makeUrl(auid, 'a'), Buffer.from('a'), pageDate));
    await source.client.importArchive(record, { auid });
    const [one] = await listed(source, auid);
    const other = { ...one!, contentDigest: `SHA-256:${'0'.repeat(64)}` };
    const statuses = await target.client.migrate(record, { auid, identities: [other] });
    expect(statuses).toMatchObject([
      { status: 'ERROR', statusMessage: expect.stringContaining('identities') },
    ]);
    expect(await target.client.artifacts(auid).catch(() => [])).toEqual([]);
    for (const identities of ['{', '[]', 'null', '{"uuid":"x"}', JSON.stringify({ ...one, version: 0 })]) {
      const parts: [string, string | Blob][] = [
        ['auid', auid],
        ['identities', identities],
        ['archive', new Blob([Uint8Array.from(record)])],
      ];
      const answer = await send(target.client, 'POST', '/migrations', { parts });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('identities')]);
    }
  });
});
