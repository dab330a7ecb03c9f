// Purge from several stores: a purge is complete only when no store contains the bytes.
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openReplicatedStore, parseObjectStores, type ReplicatedStore } from '@holdfast/object-store';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { addCleanup, createTemporaryFolder, makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { purgeCommand } from '../../../src/cli/purge-command.ts';
import { runKeep } from '../../../src/cli/run-keep.ts';
import { toManifestCopyKey } from '../../../src/domain/manifest-copy-keys.ts';
import { parseKeepSettings } from '../../../src/env.ts';
import { createCopyCatalogue } from '../../../src/index/copies/copy-catalogue.ts';
import { countOpenPurges } from '../../../src/index/keeping/purge.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { makeSegmentKey, toSegmentLocation } from '../../../src/ingest/storing/segment.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';
import { makeCompactionDeps } from '../compaction/kept-store.ts';

let service: TestService;
let root: string;
let text: string;
let database: Database<IndexSchema>;
let store: ReplicatedStore;

beforeAll(async () => {
  root = await createTemporaryFolder();
  text = ['near', 'far'].map((name) => `${name}=fs:${join(root, name)}`).join(',');
  const off = { FIXITY_PERIOD: 'off', COMPACTION_PERIOD: 'off', JOURNAL_INTERVAL: '1h' };
  service = await startTestService({ OBJECT_STORE: text, ...off });
  database = openDatabase<IndexSchema>({
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
});

/** Stores a page. Returns the page's bytes and the UUID of its artifact. */
async function storedSecret(auid: string): Promise<{ body: Buffer; uuid: string }> {
  const body = randomBytes(64);
  const record = makeResponseRecord(`http://www.example.org/${auid}`, body, '2020-02-20T20:20:20Z');
  const { statuses } = await service.client.importArchive(gzipSync(record, { level: 0 }), { auid });
  const uuid = statuses[0]!.artifactUuid!;
  await until(async () => (await foldersWith(body)).length === 2);
  return { body, uuid };
}

/** Returns the names of the stores that contain these bytes. */
async function foldersWith(bytes: Buffer): Promise<string[]> {
  const found = new Set<string>();
  for (const name of await readdir(root)) {
    const entries = await readdir(join(root, name), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const content = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
      const plain = entry.name.endsWith('.gz') && content.length > 0 ? gunzipSync(content) : content;
      if (plain.includes(bytes)) found.add(name);
    }
  }
  return [...found];
}

async function purge(
  uuid: string,
): Promise<{ code: number; json: { open: string[]; copiesLeft: string[] } }> {
  const output: string[] = [];
  const code = await runKeep({
    words: [
      'purge',
      '--uuid',
      uuid,
      '--reason',
      'court order 7',
      '--by',
      'the director',
      '--json',
      '--quiet',
    ],
    commands: [purgeCommand],
    output: { write: (said: string) => Boolean(output.push(said)) },
    errorOutput: { write: (said: string) => Boolean(output.push(said)), isTTY: false },
    signal: new AbortController().signal,
    withFoundations: (work) =>
      work({
        ...makeCompactionDeps({ database, store }),
        settings: parseKeepSettings({ DATABASE_URL: service.databaseUrl, OBJECT_STORE: text }),
        migrate: async () => undefined,
      }),
  });
  return { code, json: JSON.parse(output.join('')) };
}

it('erases the bytes from every store', async () => {
  const { body, uuid } = await storedSecret('au');
  expect(await purge(uuid)).toMatchObject({ code: 0, json: { open: [], copiesLeft: [] } });
  expect(await foldersWith(body)).toEqual([]);
});

it('stays open, and names the store, while a store is away', async () => {
  const { body, uuid } = await storedSecret('other');
  await rename(join(root, 'far'), join(root, 'far.away'));
  await Promise.all(store.copies.members.map((member) => member.health.probeNow()));
  const { code, json } = await purge(uuid);
  expect(code).toBe(1);
  expect(json.open).toEqual([uuid]);
  expect(json.copiesLeft).toEqual([expect.stringContaining('far cannot be listed')]);
  expect(await foldersWith(body)).toEqual(['far.away']);
  const { open, locked, oldestSeconds } = await countOpenPurges(database.kysely);
  expect({ open, locked }).toEqual({ open: 1, locked: 0 });
  expect(oldestSeconds).toBeGreaterThan(0);
  await rename(join(root, 'far.away'), join(root, 'far'));
  await Promise.all(store.copies.members.map((member) => member.health.probeNow()));
  await until(async () => (await foldersWith(body)).length === 0);
  expect(await purge(uuid)).toMatchObject({ code: 0, json: { open: [], copiesLeft: [] } });
});

it('ends if a crash left an object in all stores, one of which was backfilled later, and reports the object', async () => {
  const { body, uuid } = await storedSecret('with leftovers');
  const key = makeSegmentKey(toSegmentLocation({ namespace: 'default', auid: 'with leftovers' }), uuidv7());
  await store.put(key, gzipSync('left behind'));
  const [yesterday, tomorrow] = [-86_400, 86_400].map((seconds) => Date.now() / 1_000 + seconds);
  await utimes(join(root, 'near', 'objects', key), yesterday!, yesterday!);
  await utimes(join(root, 'far', 'objects', key), tomorrow!, tomorrow!);
  await store.put(toManifestCopyKey(key), gzipSync('names of artifacts'));
  const unknown = [key, toManifestCopyKey(key)];
  expect(await purge(uuid)).toMatchObject({ code: 1, json: { open: [], copiesLeft: [], unknown } });
  expect(await foldersWith(body)).toEqual([]);
});
