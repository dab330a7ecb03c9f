// Compaction of a store with every kind of content: all reads return the same bytes, counters and object lists are
// consistent, and a rebuild from the compacted store gives the same index.
import { gzipSync } from 'node:zlib';
import { makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readJournalLag } from '../../../src/index/keeping/journal.db.ts';
import { makeNoise } from '../../features/artifacts/captures.ts';
import { buildRevisit } from '../../features/replay/made-records.ts';
import { onIndex } from '../../index/on-index.ts';
import { send } from '../../send.ts';
import { startTestService } from '../../service.ts';
import { until } from '../../until.ts';
import { dumpIndex } from '../rebuild/index-dump.ts';
import { runRebuild } from '../rebuild/rebuilt.ts';
import { useStore } from '../rebuild/used-store.ts';
import {
  compact,
  findInconsistencies,
  type KeptStore,
  listSegmentObjects,
  openKeptStore,
  readEverything,
} from './kept-store.ts';

jest.setTimeout(120_000);

const env = {
  COMPACTION_PERIOD: 'off',
  FIXITY_PERIOD: 'off',
  JOURNAL_INTERVAL: '50ms',
  SEGMENT_RECORDS: '10',
};
let kept: KeptStore;

beforeAll(async () => {
  kept = await openKeptStore(await startTestService(env));
});

const date = '2020-02-20T20:20:20Z';
const page = (url: string, sizeBytes = 2_000) => makeResponseRecord(url, makeNoise(sizeBytes, url), date);

async function imported(auid: string, ...records: Buffer[]): Promise<string[]> {
  const archive = Buffer.concat(records.map((record) => gzipSync(record)));
  const { statuses } = await kept.client.importArchive(archive, { auid, storeDuplicate: true });
  return statuses.map(({ artifactUuid, status }) => {
    if (status !== 'OK') throw new Error(JSON.stringify(statuses));
    return artifactUuid!;
  });
}

async function deleted(...uuids: string[]): Promise<void> {
  for (const uuid of uuids) {
    const { status, text } = await send(kept.client, 'DELETE', `/artifacts/${uuid}`);
    if (status !== 200) throw new Error(text);
  }
}

async function segmentsOf(auid: string) {
  const { rows } = await onIndex(kept.database)<{ key: string; size_bytes: number; dead_bytes: number }>`
    select key, size_bytes, dead_bytes from segment join au on au.id = segment.au_id
    where auid = ${auid} order by segment.id`;
  return rows;
}

describe('compaction', () => {
  it('changes nothing that anybody reads, keeps the books, and leaves what a rebuild makes the same index of', async () => {
    await useStore(kept.client);
    await send(kept.client, 'POST', `/aus/${encodeURIComponent('au&a')}/bulk`, { form: { op: 'finish' } });
    const cdx = () => kept.client.bytes('/replay/cdxb/default', { url: 'example.org', matchType: 'domain' });
    const [before, captures, segments] = [
      await readEverything(kept),
      await cdx(),
      await listSegmentObjects(kept.store),
    ];
    const counts = await compact(kept);
    expect(await readEverything(kept)).toEqual(before);
    expect((await cdx()).toString()).toBe(captures.toString());
    expect(before.size).toBeGreaterThan(150);
    // Each of the two AUs has one merged object. An AU may also keep an object that is larger than all others together,
    // because moving it does not pay off.
    const left = (await listSegmentObjects(kept.store)).length - 2;
    expect(left).toBeLessThan(2);
    expect(counts['segments merged']).toBe(segments.length - left);
    expect(await findInconsistencies(kept)).toEqual([]);
    await until(async () => (await readJournalLag(kept.database.kysely)).rows === 0);
    const again = await runRebuild(kept.store);
    expect(again.report).toEqual({
      missing: [],
      unreadable: [],
      leftOver: [],
      partial: [],
      damagedJournal: [],
    });
    expect(await dumpIndex(again.database)).toEqual(await dumpIndex(kept.database));
  });

  it('finds nothing to do in what it has made', async () => {
    expect(await compact(kept)).toEqual({});
  });

  it('makes one segment of hundreds of single records, with a few requests for all of them', async () => {
    const auid = 'many';
    await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        for (let j = 0; j < 14; j++) await imported(auid, page(`http://many.example/${i}/${j}`));
      }),
    );
    expect(await segmentsOf(auid)).toHaveLength(112);
    expect(await compact(kept)).toMatchObject({ 'segments merged': 112, 'segments written': 1 });
    expect(await segmentsOf(auid)).toMatchObject([{ dead_bytes: 0 }]);
  });

  it('gives back what was deleted, and drops segments of which nothing is left', async () => {
    const auid = 'half';
    const uuids = await imported(
      auid,
      ...Array.from({ length: 60 }, (_, i) => page(`http://half.example/${i}`)),
    );
    const stored = await bytesOf(auid);
    const [gone, stay] = [
      uuids.filter((_, i) => i % 2 === 0 || i < 20),
      uuids.filter((_, i) => i % 2 === 1 && i >= 20),
    ];
    await deleted(...gone);
    const dead = (await segmentsOf(auid)).reduce((sum, { dead_bytes }) => sum + dead_bytes, 0);
    await compact(kept, { deadShare: 0.05 });
    expect(stored - (await bytesOf(auid))).toBeGreaterThanOrEqual(dead * 0.95);
    expect((await kept.client.artifacts(auid)).map(({ uuid }) => uuid).sort()).toEqual(stay.sort());
    await deleted(...stay);
    await compact(kept);
    expect(await segmentsOf(auid)).toEqual([]);
    expect(await findInconsistencies(kept)).toEqual([]);
  });

  async function bytesOf(auid: string): Promise<number> {
    return (await segmentsOf(auid)).reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  }

  it('keeps the payload that revisits share, in whatever AU, until the last of them is gone', async () => {
    const url = 'http://shared.example/';
    const [original] = await imported('shared', page(url, 50_000), page(`${url}other`));
    const revisit = (name: string) =>
      buildRevisit(`${url}${name}`, '2021-01-01T00:00:00Z', 'HTTP/1.1 200 OK\r\nX: y\r\n\r\n', {
        'WARC-Refers-To-Target-URI': url,
        'WARC-Refers-To-Date': date,
      });
    const [first] = await imported('shared elsewhere', revisit('1'));
    const [second] = await imported('shared', revisit('2'));
    await deleted(original!);
    const before = await readEverything(kept, 'shared%');
    await compact(kept);
    expect(await readEverything(kept, 'shared%')).toEqual(before);
    expect(before.size).toBe(3 * 4);
    expect((await segmentsOf('shared'))[0]!.size_bytes).toBeGreaterThan(25_000);
    // A second compaction has nothing to do.
    expect(await compact(kept)).toEqual({});
    await deleted(second!);
    await compact(kept);
    expect((await segmentsOf('shared'))[0]!.size_bytes).toBeGreaterThan(25_000);
    await deleted(first!);
    await compact(kept);
    expect((await segmentsOf('shared'))[0]!.size_bytes).toBeLessThan(10_000);
    expect(await findInconsistencies(kept)).toEqual([]);
  });

  it('leaves AUs in bulk transfer alone', async () => {
    for (const i of [1, 2]) await imported('bulk', page(`http://bulk.example/${i}`));
    const bulk = (op: string) => send(kept.client, 'POST', '/aus/bulk/bulk', { form: { op } });
    await bulk('start');
    expect(await compact(kept)).toEqual({});
    await bulk('finish');
    expect(await compact(kept)).toMatchObject({ 'segments merged': 2 });
  });
});
