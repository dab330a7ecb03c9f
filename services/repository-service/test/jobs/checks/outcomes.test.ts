// Outcomes of requested fixity checks with two real folders: what counts as damaged, missing or unreadable, and which
// copy repairs another.
import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openReplicatedStore, parseObjectStores, type ReplicatedStore } from '@holdfast/object-store';
import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup, createTemporaryFolder } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CheckScope } from '../../../src/domain/fixity-check.ts';
import { createCopyCatalogue } from '../../../src/index/copies/copy-catalogue.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';
import { damage, makePage, makeRevisit, type Stored, storeAll } from '../fixity/stored-artifacts.ts';
import { type Keeper, makeKeeper } from '../fixity/walk.ts';
import { addCheck, blockChecks, readResult, runChecks } from './checking.ts';

const names = ['near', 'far'] as const;
type StoreName = (typeof names)[number];

let service: TestService;
let root: string;
let store: ReplicatedStore;
let keeper: Keeper;

beforeAll(async () => {
  root = await createTemporaryFolder();
  const text = names.map((name) => `${name}=fs:${join(root, name)}`).join(',');
  service = await startTestService({ OBJECT_STORE: text, FIXITY_PERIOD: 'off', COMPACTION_PERIOD: 'off' });
  service.storeFolder = join(root, 'near');
  const database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  const settings = parseObjectStores(text, { s3: {}, own: () => ({}) });
  if (settings.kind !== 'several') throw new Error('there is only one store');
  store = await openReplicatedStore(settings, { catalogue: createCopyCatalogue(database.kysely) });
  await store.copies.prepare();
  addCleanup(() => store.close());
  addCleanup(() => database.close());
  keeper = makeKeeper(database, store);
  const release = await blockChecks(database);
  addCleanup(release);
  await until(async () => {
    await store.copies.refresh();
    return store.copies.views().every(({ state }) => state === 'complete');
  });
});

let aus = 0;

/** Stores artifacts in one segment, which has a copy in both folders. */
async function segment(records?: (auid: string) => Buffer[]) {
  const auid = `checked ${aus++}`;
  const usual = () => ['0', '1', '2'].map((name) => makePage(auid, name));
  const artifacts = await storeAll(service, auid, (records ?? usual)(auid));
  await until(async () => artifacts.every((one) => names.every((name) => existsSync(pathIn(one, name)))));
  return { artifacts, scope: { kind: 'au', namespace: 'default', auid } satisfies CheckScope };
}

const pathIn = ({ path }: Stored, name: StoreName) => path.replace(join(root, 'near'), join(root, name));
const inStore = (artifact: Stored, name: StoreName): Stored => ({
  ...artifact,
  path: pathIn(artifact, name),
});
const probe = () => Promise.all(store.copies.members.map((member) => member.health.probeNow()));

async function checked(scope: CheckScope, uuids?: string[]) {
  const id = await addCheck(keeper, scope, uuids === undefined ? {} : { uuids });
  await runChecks(keeper);
  return readResult(keeper, id);
}

describe('a requested check', () => {
  it('finds everything intact, and counts the copies that it read', async () => {
    const { scope } = await segment();
    const result = await checked(scope);
    expect(result).toMatchObject({
      state: 'finished',
      requested: 3,
      counts: { intact: 3, damaged: 0, missing: 0, unreadable: 0, notChecked: 0, repaired: 0 },
      stores: [
        { store: 'far', copies: 1, damaged: 0 },
        { store: 'near', copies: 1, damaged: 0 },
      ],
      exceptions: [],
    });
  });

  it('finds a flipped byte in one of two copies, and names the copy that repaired it', async () => {
    const { artifacts, scope } = await segment();
    const [, second] = artifacts as [Stored, Stored, Stored];
    await damage(inStore(second, 'far'));
    const result = await checked(scope);
    expect(result).toMatchObject({
      state: 'finished',
      sum: 3,
      counts: { intact: 2, damaged: 1, repaired: 1 },
      exceptions: [{ uuid: second.uuid, outcome: 'damaged', store: 'far', repairedFrom: 'near' }],
    });
    expect(result.stores.find((one) => one.store === 'far')).toMatchObject({ damaged: 1, repaired: 1 });
    expect(await readFile(pathIn(second, 'far'))).toEqual(await readFile(pathIn(second, 'near')));
    const after = await checked(scope);
    expect(after).toMatchObject({ counts: { intact: 3 }, previous: result.id });
  });

  it('does not overwrite an intact record of a segment that was read in part', async () => {
    const { artifacts, scope } = await segment();
    const [first, second] = artifacts as [Stored, Stored, Stored];
    const before = await readFile(first.path);
    await damage(inStore(first, 'near'));
    await damage(inStore(second, 'far'));
    const { auid } = scope;
    const result = await checked({ kind: 'urlPrefix', namespace: 'default', auid, urlPrefix: first.url });
    expect(result).toMatchObject({
      requested: 1,
      counts: { damaged: 1, repaired: 1 },
      exceptions: [{ uuid: first.uuid, store: 'near', repairedFrom: 'far' }],
    });
    for (const name of names) expect(await readFile(pathIn(first, name))).toEqual(before);
  });

  it('counts a missing segment as missing', async () => {
    const { artifacts, scope } = await segment();
    for (const name of names) await rm(pathIn(artifacts[0]!, name));
    const result = await checked(scope);
    expect(result).toMatchObject({ sum: 3, counts: { missing: 3, intact: 0, repaired: 0 } });
    expect((await keeper.damaged()).size).toBe(3);
  });

  it('checks the payload of a revisit', async () => {
    const { artifacts } = await segment((auid) => [makePage(auid, 'a'), makeRevisit(auid, 'b', 'a')]);
    const [original, again] = artifacts as [Stored, Stored];
    for (const name of names) await damage(inStore(original, name));
    const list: CheckScope = { kind: 'list', namespace: 'default', artifacts: 1 };
    const result = await checked(list, [again.uuid]);
    expect(result).toMatchObject({ requested: 1, counts: { damaged: 1, repaired: 0 } });
    expect(result.exceptions).toMatchObject([{ uuid: again.uuid, repairedFrom: undefined }]);
  });

  it('counts artifacts of an unavailable store as unreadable', async () => {
    const { scope } = await segment();
    await rename(join(root, 'far'), join(root, 'far.away'));
    await probe();
    const result = await checked(scope);
    await rename(join(root, 'far.away'), join(root, 'far'));
    await probe();
    expect(result).toMatchObject({
      state: 'finished',
      sum: 3,
      counts: { intact: 0, unreadable: 3 },
    });
    expect(result.stores.find((one) => one.store === 'far')).toMatchObject({ copies: 0, unreachable: 1 });
  });
});
