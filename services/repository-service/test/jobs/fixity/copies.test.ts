// Fixity check of several stores, with real folders: each copy is checked separately, and damaged copies are replaced
// with an intact one.
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openReplicatedStore, parseObjectStores, type ReplicatedStore } from '@holdfast/object-store';
import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup, createTemporaryFolder } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createCopyCatalogue } from '../../../src/index/copies/copy-catalogue.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { createArchiveFixityJob } from '../../../src/jobs/fixity/fixity-job.ts';
import { createCopyRepairJob } from '../../../src/jobs/fixity/waiting-repairs.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';
import { compact } from '../compaction/kept-store.ts';
import { damage, makePage, type Stored, storeAll } from './stored-artifacts.ts';
import { type Keeper, makeKeeper } from './walk.ts';

const names = ['near', 'far', 'vault'] as const;
type StoreName = (typeof names)[number];

let service: TestService;
let root: string;
let store: ReplicatedStore;
let keeper: Keeper;

beforeAll(async () => {
  root = await createTemporaryFolder();
  const text = names.map((name) => `${name}=fs:${join(root, name)}`).join(',');
  const off = {
    FIXITY_PERIOD: 'off',
    ARCHIVE_FIXITY_PERIOD: 'off',
    COMPACTION_PERIOD: 'off',
    JOURNAL_INTERVAL: '100ms',
  };
  service = await startTestService({ OBJECT_STORE: text, STORE_ROLE_VAULT: 'archive', ...off });
  service.storeFolder = join(root, 'near');
  const database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  const own = (name: string) => ({ role: name === 'vault' ? ('archive' as const) : undefined });
  const settings = parseObjectStores(text, { s3: {}, own });
  if (settings.kind !== 'several') throw new Error('there is only one store');
  store = await openReplicatedStore(settings, { catalogue: createCopyCatalogue(database.kysely) });
  await store.copies.prepare();
  addCleanup(() => store.close());
  addCleanup(() => database.close());
  keeper = makeKeeper(database, store);
  await until(async () => {
    await store.copies.refresh();
    return store.copies.views().every(({ state }) => state === 'complete');
  });
});

let aus = 0;

/** Stores artifacts in one segment, which has a copy in every folder. */
async function segment(count = 3): Promise<Stored[]> {
  const auid = `copies ${aus++}`;
  const records = Array.from({ length: count }, (_, i) => makePage(auid, String(i)));
  const artifacts = await storeAll(service, auid, records);
  await until(async () => names.every((name) => existsSync(inStore(artifacts[0]!, name).path)));
  return artifacts;
}

const inStore = (artifact: Stored, name: StoreName): Stored => ({
  ...artifact,
  path: artifact.path.replace(join(root, 'near'), join(root, name)),
});

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function expectEqual({ path }: Stored): Promise<void> {
  const [near, ...others] = await Promise.all(
    names.map((name) => readFile(path.replace(join(root, 'near'), join(root, name)))),
  );
  for (const other of others) expect(other.equals(near!)).toBe(true);
}

async function eventsOf({ uuid }: Stored) {
  const answer = await service.client.get(`/artifacts/${uuid}/events`);
  const { events } = (await answer.json()) as {
    events: { event: string; store?: string; source?: string }[];
  };
  return events.filter(({ event }) => event === 'checked');
}

const tasks = () => store.copies.catalogue.counts();
const hasNoTasks = async () =>
  (await tasks()).every(({ missing, damaged, deletes }) => missing + damaged + deletes === 0);
const expectNoTasks = async () => expect(await hasNoTasks()).toBe(true);

describe('fixity of several stores', () => {
  it('replaces a damaged copy from a good one, and says so in the events', async () => {
    const [first] = (await segment()) as [Stored];
    await damage(inStore(first, 'far'));
    const counts = await keeper.walk();
    expect(counts).toMatchObject({
      'copies damaged in far': 1,
      'copies repaired in far': 1,
      damaged: 0,
    });
    expect(counts['copies read in near']).toBeGreaterThan(0);
    expect(counts).not.toHaveProperty(['copies read in vault']);
    await expectEqual(first);
    expect((await keeper.damaged()).size).toBe(0);
    await expectNoTasks();
    expect(await eventsOf(first)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ store: 'near' }),
        expect.objectContaining({ store: 'far', source: 'store:near', damaged: 1 }),
      ]),
    );
    expect(await keeper.walk()).not.toHaveProperty(['copies damaged in far']);
  });

  it('tells of a replaced copy, and names its artifact', async () => {
    const [first, second] = (await segment()) as [Stored, Stored];
    await damage(inStore(second, 'far'));
    await keeper.walk();
    const path = '/notices?kind=copy.repaired';
    const list = async () => {
      const { notices } = await service.client.json<{ notices: { artifact?: string }[] }>(path);
      return notices.filter(({ artifact }) => artifact === first.uuid || artifact === second.uuid);
    };
    await until(async () => (await list()).length > 0);
    expect(await list()).toEqual([
      expect.objectContaining({
        artifact: second.uuid,
        detail: {
          ...{ count: 1, store: 'far', source: 'store:near', sourceKind: 'store', sourceName: 'near' },
          items: [{ uuid: second.uuid, url: second.url }],
        },
      }),
    ]);
  });

  it('replaces a damaged copy of a part of the journal that was just written', async () => {
    await segment();
    const journals = () => listFiles(join(root, 'near', 'objects', 'journal'));
    await until(async () => (await journals()).length > 0);
    const [path] = (await journals()) as [string];
    const damaged = path.replace(join(root, 'near'), join(root, 'far'));
    await until(async () => existsSync(damaged));
    const bytes = await readFile(path);
    await writeFile(
      damaged,
      bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte)),
    );
    expect(await keeper.walk()).toMatchObject({ 'copies damaged in far': 1, 'copies repaired in far': 1 });
    expect(await readFile(damaged)).toEqual(bytes);
    await expectNoTasks();
  });

  it('makes a copy of a part of the journal whose writing a kill has interrupted', async () => {
    await segment();
    const journals = () => listFiles(join(root, 'near', 'objects', 'journal'));
    await until(async () => (await journals()).length > 0);
    const path = (await journals()).at(-1)!;
    const missing = path.replace(join(root, 'near'), join(root, 'far'));
    await until(async () => existsSync(missing));
    await rm(missing);
    await keeper.walk();
    expect(existsSync(missing)).toBe(false);
    const before = new Date(Date.now() - 180_000);
    await utimes(path, before, before);
    await keeper.walk();
    expect(await readFile(missing)).toEqual(await readFile(path));
    await expectNoTasks();
  });

  it('makes a missing copy', async () => {
    const [first] = (await segment()) as [Stored];
    await rm(first.path);
    expect(await keeper.walk()).toMatchObject({ 'copies missing in near': 1, 'copies repaired in near': 1 });
    await expectEqual(first);
    await expectNoTasks();
  });

  it('does not count an artifact as damaged of which some copy is good', async () => {
    const [first, second, third] = (await segment()) as [Stored, Stored, Stored];
    for (const name of names) await damage(inStore(third, name));
    await damage(inStore(first, 'near'));
    await damage(inStore(second, 'far'));
    const counts = await keeper.walk();
    expect([...(await keeper.damaged()).keys()]).toEqual([third.uuid]);
    expect(counts).toMatchObject({ 'copies damaged in near': 1, 'copies damaged in far': 1, damaged: 1 });
    for (const name of names) await damage(inStore(third, name));
    await keeper.walk();
    expect((await keeper.damaged()).size).toBe(0);
    await expectEqual(first);
    await expectNoTasks();
  });

  it('puts a good copy together from copies that are damaged in different records', async () => {
    const [first, second, third] = (await segment()) as [Stored, Stored, Stored];
    await damage(inStore(first, 'near'));
    await damage(inStore(second, 'far'));
    await damage(inStore(third, 'vault'));
    expect(await keeper.walk()).toMatchObject({
      'copies repaired in near': 1,
      'copies repaired in far': 1,
      'copies repaired in vault': 1,
      damaged: 0,
    });
    await expectEqual(first);
    expect((await keeper.damaged()).size).toBe(0);
    await expectNoTasks();
    expect(await keeper.walk()).not.toHaveProperty(['copies damaged in near']);
  });

  it('repairs an archive at its own time', async () => {
    const [first] = (await segment()) as [Stored];
    await damage(inStore(first, 'vault'));
    expect(await keeper.walk()).not.toHaveProperty(['copies damaged in vault']);
    const counts = await keeper.walk(createArchiveFixityJob(keeper, undefined));
    expect(counts).toMatchObject({ 'copies damaged in vault': 1, 'copies repaired in vault': 1 });
    await expectEqual(first);
  });

  it('judges no copy in a store that is away, and deletes nothing', async () => {
    const [first, second] = (await segment()) as [Stored, Stored];
    await damage(inStore(second, 'far'));
    await rename(join(root, 'near'), join(root, 'near.away'));
    await rename(join(root, 'vault'), join(root, 'vault.away'));
    await Promise.all(store.copies.members.map((member) => member.health.probeNow()));
    const counts = await keeper.walk();
    expect(counts).toMatchObject({ 'copies damaged in far': 1, damaged: 0 });
    expect(counts['copies not reached in near']).toBeGreaterThan(0);
    expect(counts).not.toHaveProperty(['copies missing in near']);
    expect((await keeper.damaged()).size).toBe(0);
    expect(existsSync(inStore(first, 'far').path)).toBe(true);
    expect(existsSync(join(root, 'near'))).toBe(false);
    await rename(join(root, 'near.away'), join(root, 'near'));
    await rename(join(root, 'vault.away'), join(root, 'vault'));
    await Promise.all(store.copies.members.map((member) => member.health.probeNow()));
    await until(async () => (await tasks()).some(({ damaged }) => damaged > 0));
    await keeper.walk(createCopyRepairJob(keeper, undefined));
    await expectEqual(first);
    // The service itself retries the tasks that failed while the stores were unavailable.
    await until(hasNoTasks);
  });

  it('does not make copies of segments that compaction has retired', async () => {
    const [first, second] = (await segment()) as [Stored, Stored];
    await fetch(`${service.client.url}/artifacts/${second.uuid}`, {
      method: 'DELETE',
      headers: { authorization: service.client.authorization },
    });
    const kept = { database: keeper.database, store };
    expect(await compact(kept, { graceMs: 3_600_000 })).not.toEqual({});
    await rm(inStore(first, 'far').path);
    const counts = await keeper.walk();
    expect(counts).not.toHaveProperty(['copies missing in far']);
    expect(existsSync(inStore(first, 'far').path)).toBe(false);
    expect(existsSync(first.path)).toBe(true);
  });
});
