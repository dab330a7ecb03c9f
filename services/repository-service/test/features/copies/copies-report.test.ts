// GET /copies and `holdfast keep copies` with real folders: the objects that each store has and lacks, and the removal
// of a store from the catalogue.
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openReplicatedStore, parseObjectStores, type ReplicatedStore } from '@holdfast/object-store';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import { addCleanup, createTemporaryFolder } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { keepCommands } from '../../../src/cli/commands.ts';
import { runKeep } from '../../../src/cli/run-keep.ts';
import { parseKeepSettings } from '../../../src/env.ts';
import { createCopyCatalogue } from '../../../src/index/copies/copy-catalogue.ts';
import { readStoreProgress, sampleOutstandingCopies } from '../../../src/index/copies/copy-report.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { estimateEnd } from '../../../src/jobs/copies/describe-copies.ts';
import { makePage, type Stored, storeAll } from '../../jobs/fixity/stored-artifacts.ts';
import { as, writeRoleUsersFile } from '../../role-users.ts';
import { send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';

interface Copies {
  stores: {
    name: string;
    role: string;
    state: string;
    objects: number;
    complete: number;
    missing: number;
    damaged: number;
    queued: number;
  }[];
}

let service: TestService;
let root: string;
let text: string;
let database: Database<IndexSchema>;
let store: ReplicatedStore;
let uuid: string;

beforeAll(async () => {
  root = await createTemporaryFolder();
  text = ['near', 'far', 'third'].map((name) => `${name}=fs:${join(root, name)}`).join(',');
  const off = { FIXITY_PERIOD: 'off', COMPACTION_PERIOD: 'off', USERS_FILE: await writeRoleUsersFile() };
  service = await startTestService({ OBJECT_STORE: text, STORE_ROLE_FAR: 'archive', ...off });
  service.storeFolder = join(root, 'near');
  database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  const own = (name: string) => ({ role: name === 'far' ? ('archive' as const) : undefined });
  const settings = parseObjectStores(text, { s3: {}, own });
  if (settings.kind !== 'several') throw new Error('there is only one store');
  store = await openReplicatedStore(settings, { catalogue: createCopyCatalogue(database.kysely) });
  await store.copies.prepare();
  addCleanup(() => store.close());
  addCleanup(() => database.close());
  [{ uuid }] = (await storeAll(service, 'au', [makePage('au', 'a'), makePage('au', 'b')])) as [Stored];
  await untilComplete();
});

const copies = async () => (await service.client.json<Copies>('/copies')).stores;
const untilComplete = () =>
  until(async () => (await copies()).every(({ state, queued }) => state === 'complete' && queued === 0));

async function typed(...words: string[]): Promise<{ code: number; text: string }> {
  const pieces: string[] = [];
  const output = { write: (piece: string) => pieces.push(piece) > 0 };
  const code = await runKeep({
    words: ['copies', ...words],
    commands: keepCommands,
    output: output as never,
    errorOutput: output as never,
    signal: new AbortController().signal,
    withFoundations: (work) =>
      work({
        database,
        store,
        settings: parseKeepSettings({ DATABASE_URL: service.databaseUrl, OBJECT_STORE: text }),
        log: createLog({ service: 'test', level: 'silent' }),
        migrate: async () => undefined,
        newId: uuidv7,
        nowMs: Date.now,
      }),
  });
  return { code, text: pieces.join('') };
}

describe('the report on copies', () => {
  it('says what each store has', async () => {
    const whole = { state: 'complete', objects: 1, complete: 1, missing: 0, damaged: 0, queued: 0 };
    expect(await copies()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'near', role: 'primary', ...whole }),
        expect.objectContaining({ name: 'far', role: 'archive', ...whole }),
        expect.objectContaining({ name: 'third', role: 'primary', ...whole }),
      ]),
    );
    const { code, text: said } = await typed();
    expect(code).toBe(0);
    expect(said).toContain(
      'far (archive, complete): 1 of 1 objects complete, 0 missing, 0 damaged, 0 queued',
    );
  });

  it('counts what a store lacks', async () => {
    const { rows } = await database.pool.query('select key from segment');
    const far = store.copies.views().find(({ name }) => name === 'far')!;
    await store.copies.catalogue.noteCopies([{ key: rows[0].key, storeId: far.id!, kind: 'repair' }]);
    const one = (await copies()).find(({ name }) => name === 'far');
    expect(one).toMatchObject({ complete: 0, missing: 0, damaged: 1, queued: 1 });
    expect((await typed()).code).toBe(1);
    await database.pool.query('delete from object_copy');
  });

  it('names the copies of an artifact only for users who may see the stores', async () => {
    const { rows } = await database.pool.query('select key from segment');
    const [far, third] = ['far', 'third'].map(
      (name) => store.copies.views().find((one) => one.name === name)!,
    );
    // The tasks are due later, so that the service does not copy the objects meanwhile.
    await database.pool.query(
      `insert into object_copy (key, store_id, task, due_at)
      values ($1, $2, 'repair', now() + interval '1 hour'), ($1, $3, 'copy', now() + interval '1 hour')`,
      [rows[0].key, far!.id, third!.id],
    );
    const path = `/artifacts/${uuid}/overview`;
    expect(await service.client.json(path)).toMatchObject({
      copies: {
        ...{ total: 3, intact: 1 },
        stores: [
          { name: 'near', state: 'intact' },
          { name: 'far', state: 'damaged' },
          { name: 'third', state: 'missing' },
        ],
      },
    });
    const { text } = await send(service.client, 'GET', path, { authorization: as('reader') });
    expect(JSON.parse(text).copies).toEqual({ total: 3, intact: 1 });
    await database.pool.query('delete from object_copy');
  });

  it('samples what is outstanding once a minute', async () => {
    await database.pool.query(`update store set samples = '[]'`);
    const nowMs = Date.now();
    const samples = async () => (await readStoreProgress(database.kysely))[0]?.samples;
    for (const at of [0, 10_000, 60_000]) await sampleOutstandingCopies(database.kysely, nowMs + at);
    expect(await samples()).toEqual([
      { at: nowMs, left: 0 },
      { at: nowMs + 60_000, left: 0 },
    ]);
    await sampleOutstandingCopies(database.kysely, nowMs + 630_000);
    expect(await samples()).toEqual([
      { at: nowMs + 60_000, left: 0 },
      { at: nowMs + 630_000, left: 0 },
    ]);
  });

  it.each([
    ['is not known after a few seconds', [{ at: 990_000, left: 10 }], 5, {}],
    ['is not needed when nothing is left', [{ at: 500_000, left: 10 }], 0, {}],
    ['follows from the rate', [{ at: 800_000, left: 30 }], 10, { expectedEnd: 1_100_000 }],
    ['is unknown when nothing moves', [{ at: 800_000, left: 10 }], 10, { stalled: true }],
    [
      'ignores older samples',
      [
        { at: 100_000, left: 99 },
        { at: 500_000, left: 10 },
      ],
      10,
      { stalled: true },
    ],
  ])('the expected end %s', (_, samples, left, expected) => {
    expect(estimateEnd(samples, left, 1_000_000)).toEqual(expected);
  });
});

describe('keep copies retire', () => {
  it('refuses words that it does not know, and a store that it does not know', async () => {
    expect(await typed('remove', 'far')).toMatchObject({
      code: 3,
      text: expect.stringContaining('retire NAME'),
    });
    expect(await typed('retire', 'none')).toMatchObject({
      code: 3,
      text: expect.stringContaining('no store named none'),
    });
  });

  it('forgets a store only when the others have everything that is in it, and writes nothing to it', async () => {
    const { rows } = await database.pool.query('select key from segment');
    const path = join(root, 'near', 'objects', rows[0].key);
    await rm(path);
    const { code, text: said } = await typed('retire', 'far');
    expect(said).toContain('far is retired');
    expect(code).toBe(0);
    expect(existsSync(path)).toBe(true);
    expect((await copies()).map(({ name }) => name).toSorted()).toEqual(['near', 'third']);
    const before = await readdir(join(root, 'far', 'objects'), { recursive: true });
    await storeAll(service, 'later', [makePage('later', 'a')]);
    expect(await readdir(join(root, 'far', 'objects'), { recursive: true })).toEqual(before);
    expect((await copies()).every(({ queued }) => queued === 0)).toBe(true);
  });

  it('refuses when writes would need more stores than are left', async () => {
    const { code, text: said } = await typed('retire', 'third');
    expect(code).toBe(3);
    expect(said).toContain('COPIES_REQUIRED');
  });
});
