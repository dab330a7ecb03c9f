// Covers: services/repository-service/src/jobs/rebuild services/repository-service/src/index/rebuild
// Rebuild from a store with two histories of the index, because the database was restored to an earlier state and used
// again. The result contains every artifact that was acknowledged in at least one history and deleted in neither.

import { openObjectStore } from '@holdfast/object-store';
import { createLog } from '@holdfast/service-kit';
import { addCleanup, type TestRepositoryClient } from '@holdfast/testkit';
import { expect, it, jest } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { runJob } from '../../../src/jobs/frame/job.ts';
import { shipJournal } from '../../../src/jobs/journal/shipper.ts';
import { createVerifyJob } from '../../../src/jobs/verify/verify.ts';
import { send } from '../../send.ts';
import { compact, makeCompactionDeps } from '../compaction/kept-store.ts';
import { crawl, type Histories, makeTwoHistories, remove } from '../older-index/histories.ts';
import { dumpIndex, type IndexDump } from './index-dump.ts';
import { runRebuild } from './rebuilt.ts';

jest.setTimeout(240_000);

const pages = (from: number, to: number, text: string) =>
  Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`${from + i}`, `${text} ${from + i}`]));

interface Found {
  readonly id: string;
  readonly url: string;
  readonly version: number;
  readonly committed: boolean;
}

const artifactsIn = ({ artifacts }: IndexDump) =>
  artifacts.map(({ artifact }) => artifact as unknown as Found);

async function rebuiltFrom({ storeFolder }: Histories) {
  const store = await openObjectStore({ kind: 'fs', folder: storeFolder });
  addCleanup(() => store.close());
  const made = await runRebuild(store);
  expect(Object.values(made.report).flat()).toEqual([]);
  const dump = await dumpIndex(made.database);
  const found = new Map(artifactsIn(dump).map((one) => [one.id, one]));
  const names = [...found.values()].map(({ url, version }) => `${url} ${version}`);
  expect(new Set(names).size).toBe(names.length);
  // The journal contains the rebuild's decisions. Another rebuild therefore makes the same index, and the verify job
  // finds no difference between index and store.
  const deps = makeCompactionDeps({ database: made.database, store });
  await shipJournal(deps);
  expect(await dumpIndex((await runRebuild(store)).database)).toEqual(dump);
  const log = createLog({ service: 'test', level: 'silent' });
  const { job, findings } = createVerifyJob({
    db: made.database.kysely,
    store,
    parallel: 2,
    bytesPerSecond: undefined,
  });
  await runJob({ database: made.database, nowMs: Date.now, log }, job, {
    signal: new AbortController().signal,
  });
  expect(findings.kept).toEqual([]);
  return { found, ...made, store };
}

const put = (client: TestRepositoryClient, uuid: string, committed: boolean) =>
  send(client, 'PUT', `/artifacts/${uuid}`, { query: { committed } });

it('keeps the artifacts of both, and gives what contradicts the next free version, in the order of time', async () => {
  const acknowledged: string[] = [];
  let deleted: string[] = [];
  const uuids: Record<string, string[]> = {};
  const histories = await makeTwoHistories({
    before: async (client) => {
      uuids.before = await crawl(client, pages(0, 5, 'before'));
    },
    lost: async (client) => {
      uuids.lost = await crawl(client, pages(3, 20, 'lost'));
      await put(client, uuids.lost[4]!, false);
      await remove(client, uuids.before![0]!);
      await remove(client, uuids.lost[5]!);
      deleted = [uuids.before![0]!, uuids.lost[5]!];
    },
    goOn: async (client) => {
      // One of these URLs is also in the lost history. The next two crawls store the first 20 URLs with different
      // content.
      uuids.first = await crawl(client, { 19: 'again', ...pages(30, 50, 'new') });
      uuids.second = await crawl(client, pages(0, 20, 'second'));
      uuids.third = await crawl(client, pages(0, 20, 'third'));
      await put(client, uuids.third[2]!, false);
    },
  });
  acknowledged.push(...Object.values(uuids).flat());
  const { found, counts } = await rebuiltFrom(histories);
  const expected = acknowledged.filter((uuid) => !deleted.includes(uuid));
  expect([...found.keys()].sort()).toEqual([...expected].sort());
  expect(counts['artifacts with another version']).toBeGreaterThan(0);
  const committed = (uuid: string) => found.get(uuid)!.committed;
  expect([committed(uuids.lost![4]!), committed(uuids.third![2]!), committed(uuids.third![3]!)]).toEqual([
    false,
    false,
    true,
  ]);
  const ofUrl = [...found.values()]
    .filter(({ url }) => url.endsWith('/19'))
    .sort((a, b) => a.version - b.version)
    .map(({ id }) => id);
  expect(ofUrl).toEqual([uuids.lost!.at(-1), uuids.first![0], uuids.second!.at(-1), uuids.third!.at(-1)]);
});

it('keeps both where both histories stored the same content', async () => {
  const uuids: string[] = [];
  const add = async (client: TestRepositoryClient) =>
    void uuids.push(...(await crawl(client, pages(0, 8, 'same'))));
  const histories = await makeTwoHistories({ before: async () => undefined, lost: add, goOn: add });
  const { found } = await rebuiltFrom(histories);
  expect(uuids).toHaveLength(16);
  expect([...found.keys()].sort()).toEqual([...uuids].sort());
});

it('keeps what is left of both where both have merged their segments', async () => {
  const uuids: string[] = [];
  const crawls = async (client: TestRepositoryClient, text: string) => {
    for (let i = 0; i < 3; i++) uuids.push(...(await crawl(client, pages(0, 6, `${text} ${i}`))));
  };
  const histories = await makeTwoHistories({
    before: (client) => crawls(client, 'before'),
    lost: (client) => crawls(client, 'lost'),
    goOn: (client) => crawls(client, 'new'),
  });
  const first = await rebuiltFrom(histories);
  await compact({ database: first.database, store: first.store }, { graceMs: 0 });
  await shipJournal({
    ...makeCompactionDeps({ database: first.database, store: first.store }),
    newId: uuidv7,
  });
  const second = await rebuiltFrom(histories);
  expect([...second.found.keys()].sort()).toEqual([...uuids].sort());
  expect([...second.found.values()].map(({ id, version }) => [id, version]).sort()).toEqual(
    [...first.found.values()].map(({ id, version }) => [id, version]).sort(),
  );
});
