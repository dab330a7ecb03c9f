// A new record field can be added in a single place. The test copies the service and adds one row to its table of
// fields. The copy reads the new field from an upload and keeps it in segments, through compaction and rebuild. The
// verify job compares the field, and CDX responses contain it.
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type ObjectStore, openObjectStore, parseObjectStore } from '@holdfast/object-store';
import { applyMigrations, type Database, openDatabase } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import {
  addCleanup,
  createTemporaryFolder,
  createTestDatabase,
  TestRepositoryClient,
} from '@holdfast/testkit';
import { beforeAll, expect, it, jest } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { migrations } from '../../../src/index/migrations/index.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import type { Job } from '../../../src/jobs/frame/job.ts';
import { makeCapture, makeRevisit } from '../../features/archives/made-revisits.ts';
import { makeNoise } from '../../features/artifacts/captures.ts';
import { onIndex } from '../../index/on-index.ts';
import { makeCompactionDeps, thorough } from '../compaction/kept-store.ts';
import { dumpIndex } from '../rebuild/index-dump.ts';
import { makeServiceSettings } from '../rebuild/rebuilt.ts';
import { readNewManifests } from './golden-manifests.ts';

jest.setTimeout(300_000);

const service = join(import.meta.dirname, '..', '..', '..');
const log = createLog({ service: 'test', level: 'silent' });

const ADDED = `
  charset: record('text?', 'charset', 'charset', {
    packed: 'text',
    capture: 'charset',
    cdx: 'charset',
    read: ({ http }) => /charset=([\\w-]+)/.exec(http?.contentType ?? '')?.[1],
  }),
`;

/** Returns the folder of the copied sources, which differ only in the table of fields. */
async function copiedService(): Promise<string> {
  const folder = await createTemporaryFolder();
  for (const name of ['src', 'package.json']) {
    await cp(join(service, name), join(folder, name), { recursive: true });
  }
  await symlink(join(service, 'node_modules'), join(folder, 'node_modules'));
  const table = join(folder, 'src/domain/record/fields.ts');
  const text = await readFile(table, 'utf8');
  const changed = text.replace(/(?=\n {2}\/\*\*[^\n]*\n {2}quarantined: )/, ADDED);
  if (changed === text) throw new Error('the table of fields is not where it was');
  await writeFile(table, changed);
  return join(folder, 'src');
}

interface Copy {
  readonly wiring: typeof import('../../../src/wiring.ts');
  readonly jobs: typeof import('../../../src/jobs/frame/job.ts');
  readonly compaction: typeof import('../../../src/jobs/compaction.ts');
  readonly rebuild: typeof import('../../../src/jobs/rebuild/rebuild.ts');
  readonly verify: typeof import('../../../src/jobs/verify/verify.ts');
  readonly journal: typeof import('../../../src/jobs/journal/shipper.ts');
}

async function loaded(sources: string): Promise<Copy> {
  const load = (path: string) => import(pathToFileURL(join(sources, path)).href);
  return {
    wiring: await load('wiring.ts'),
    jobs: await load('jobs/frame/job.ts'),
    compaction: await load('jobs/compaction.ts'),
    rebuild: await load('jobs/rebuild/rebuild.ts'),
    verify: await load('jobs/verify/verify.ts'),
    journal: await load('jobs/journal/shipper.ts'),
  };
}

/** Creates a database with the column that a migration would add for the field. */
async function databaseWithColumn(): Promise<{ url: string; database: Database<IndexSchema> }> {
  const { url } = await createTestDatabase();
  const opened = openDatabase<IndexSchema>({ url, applicationName: 'test', onError: () => undefined });
  addCleanup(() => opened.close());
  await applyMigrations(opened, migrations, { owner: 'repository' });
  await onIndex(opened)`alter table artifact add column charset text`;
  return { url, database: opened };
}

let copy: Copy;
let database: Database<IndexSchema>;
let store: ObjectStore;
let client: TestRepositoryClient;

beforeAll(async () => {
  copy = await loaded(await copiedService());
  const made = await databaseWithColumn();
  database = made.database;
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const settings = await makeServiceSettings(made.url, { OBJECT_STORE: objectStore });
  const started = await copy.wiring.startRepositoryService(settings, log);
  addCleanup(() => started.stop());
  client = new TestRepositoryClient(started.url, { user: 'admin', password: 'pass:word' });
  while (!(await client.json<{ ready: boolean }>('/status')).ready) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  store = await openObjectStore(parseObjectStore(objectStore, {}));
  addCleanup(() => store.close());
});

async function run(into: Database<IndexSchema>, job: Job): Promise<void> {
  const { signal } = new AbortController();
  const deps = { database: into, nowMs: Date.now, log };
  const outcome = await copy.jobs.runJob(deps, job, { signal, afresh: true, wait: true });
  if (!outcome.ran) throw new Error('the job was not run');
}

async function differences(of: Database<IndexSchema>) {
  const options = { db: of.kysely, store, parallel: 2, bytesPerSecond: undefined };
  const { job, findings } = copy.verify.createVerifyJob(options);
  await run(of, job);
  return findings;
}

const page = (name: string) => `http://added.example/${name}`;
const head = (type: string) => `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n`;
const date = '2020-02-20T20:20:20Z';

async function charsets(of: Database<IndexSchema>): Promise<unknown> {
  const { rows } = await onIndex(of)<object>`select url, charset from artifact order by url collate "C"`;
  return rows;
}

it('goes with its records wherever they go', async () => {
  const seen = new Set<string>();
  const expected = [
    { url: page('a'), charset: 'utf-8' },
    { url: page('b'), charset: null },
    { url: page('c'), charset: 'latin1' },
    { url: page('d'), charset: 'koi8-r' },
  ];
  const records = [
    makeCapture(page('a'), 'A', date, { head: head('text/html; charset=utf-8') }),
    makeCapture(page('b'), 'B', date, { head: head('text/html') }),
    // A record with a declared payload digest is passed to the main thread as an object, not as packed bytes.
    makeCapture(page('c'), 'C', date, {
      head: head('text/plain; charset=latin1'),
      fields: { 'WARC-Payload-Digest': `md5:${'0'.repeat(32)}` },
    }),
    makeRevisit(
      page('d'),
      date,
      { 'WARC-Refers-To-Target-URI': page('a'), 'WARC-Refers-To-Date': date },
      head('x/y; charset=koi8-r'),
    ),
  ];
  const archive = Buffer.concat(records.map((one) => gzipSync(one)));
  const { statuses } = await client.importArchive(archive, { auid: 'added' });
  expect(statuses.map(({ status }) => status)).toEqual(['OK', 'OK', 'OK', 'OK']);
  expect(await charsets(database)).toEqual(expected);
  const inManifests = async () =>
    [...(await readNewManifests(store, seen)).values()]
      .flatMap((text) => text.trim().split('\n'))
      .map((line) => JSON.parse(line) as { uri: string; charset?: string })
      .map(({ uri, charset }) => ({ url: uri, charset: charset ?? null }))
      .sort((a, b) => (a.url < b.url ? -1 : 1));
  expect(await inManifests()).toEqual(expected);

  const cdx = async (query: Record<string, string>) =>
    (await client.bytes('/replay/cdxb/default', { url: page('*'), ...query })).toString();
  // The parameter `fl` could name the field only if the contract listed it.
  const inCdx = (await cdx({ output: 'json' })).trim().split('\n');
  expect(inCdx.map((line) => (JSON.parse(line) as { charset?: string }).charset ?? null)).toEqual(
    expected.map(({ charset }) => charset),
  );

  expect((await differences(database)).counts).toEqual({});
  const { createCompactionJob } = copy.compaction;
  await client.importArchive(
    gzipSync(
      makeCapture(page('e'), makeNoise(600, 'e').toString('hex'), date, { head: head('t/e; charset=e') }),
    ),
    {
      auid: 'added',
    },
  );
  await run(
    database,
    createCompactionJob({ ...makeCompactionDeps({ database, store }), newId: uuidv7 }, thorough),
  );
  const all = [...expected, { url: page('e'), charset: 'e' }];
  expect(await inManifests()).toEqual(all);

  await copy.journal.shipJournal(makeCompactionDeps({ database, store }));
  const { database: again } = await databaseWithColumn();
  await run(
    again,
    copy.rebuild.createRebuildJob({ db: again.kysely, store, parallel: 2, bytesPerSecond: undefined }).job,
  );
  expect(await charsets(again)).toEqual(all);
  expect((await dumpIndex(again)).artifacts).toEqual((await dumpIndex(database)).artifacts);
  expect((await differences(again)).counts).toEqual({});

  await onIndex(again)`update artifact set charset = 'other' where url = ${page('a')}`;
  const { kept } = await differences(again);
  expect(kept).toEqual([expect.objectContaining({ kind: 'artifact that differs', detail: 'charset' })]);
});
