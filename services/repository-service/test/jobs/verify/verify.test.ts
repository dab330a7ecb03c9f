// Comparison of index and store: the job reports every difference, and none in a healthy store, even during writes.
import { buffer } from 'node:stream/consumers';
import { openObjectStore } from '@holdfast/object-store';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import { addCleanup, makeWarc } from '@holdfast/testkit';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MANIFESTS_PREFIX, toSegmentKey } from '../../../src/domain/manifest-copy-keys.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { runJob } from '../../../src/jobs/frame/job.ts';
import type { VerifyFindings } from '../../../src/jobs/verify/findings.ts';
import { createVerifyJob, type VerifyDeps } from '../../../src/jobs/verify/verify.ts';
import { onIndex } from '../../index/on-index.ts';
import { startTestService } from '../../service.ts';
import { compact } from '../compaction/kept-store.ts';
import { dumpIndex } from '../rebuild/index-dump.ts';
import { createUsedStore, runRebuild, type Used } from '../rebuild/rebuilt.ts';
import { useStore } from '../rebuild/used-store.ts';

jest.setTimeout(120_000);

const log = createLog({ service: 'test', level: 'silent' });

async function verified(
  database: Database<IndexSchema>,
  store: VerifyDeps['store'],
  // Delay before the second comparison. Short, because in most tests no service writes to the store any more.
  lookAgainMs = 50,
): Promise<VerifyFindings & { items: number }> {
  const { job, findings } = createVerifyJob({
    db: database.kysely,
    store,
    parallel: 2,
    bytesPerSecond: undefined,
    lookAgainMs,
  });
  const outcome = await runJob({ database, nowMs: Date.now, log }, job, {
    signal: new AbortController().signal,
  });
  return Object.assign(findings, { items: outcome.ran ? outcome.progress.items : -1 });
}

describe('a store and its index', () => {
  let used: Used;

  beforeAll(async () => {
    used = await createUsedStore((client) => useStore(client));
  });

  it('say the same after everything that a service does', async () => {
    const { database, store, before } = used;
    const { counts, items } = await verified(database, store);
    expect(counts).toEqual({});
    expect(items).toBe(before.artifacts.length);
    expect(await dumpIndex(database)).toEqual(before);
  });

  it('say the same after a rebuild', async () => {
    const { database } = await runRebuild(used.store);
    expect((await verified(database, used.store)).counts).toEqual({});
  });
});

describe('what differs', () => {
  let used: Used;
  let keys: string[];
  const execute = (...template: Parameters<ReturnType<typeof onIndex>>) =>
    onIndex(used.database)(...template);
  const idsIn = async (key: string) => {
    const { rows } = await execute`
      select artifact.id from artifact join segment on segment.id = segment_id where key = ${key} order by 1`;
    return (rows as { id: string }[]).map(({ id }) => id);
  };

  beforeAll(async () => {
    used = await createUsedStore(async (client) => {
      for (const seed of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
        await client.importArchive(makeWarc(5, 300, seed).bytes, { auid: 'au' });
      }
    });
    keys = used.before.segments.map(({ key }) => String(key)).sort();
  });

  it('is named, object by object and artifact by artifact', async () => {
    const { store, database } = used;
    const [gone, longer, cut, changed, lost, foreign] = keys as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    await store.delete(gone);
    await replace(longer, (bytes) => Buffer.concat([bytes, Buffer.alloc(7)]));
    await replace(cut, (bytes) => bytes.fill(0, bytes.length - 20));
    const [committed, version, url, digest] = await idsIn(changed);
    await execute`update artifact set committed = false where id = ${committed}`;
    await execute`update artifact set version = 7 where id = ${version}`;
    await execute`update artifact set url = 'http://other/' where id = ${url}`;
    await execute`update artifact set sha256 = sha256('') where id = ${digest}`;
    const [row] = await idsIn(lost);
    await execute`delete from artifact where id = ${row}`;
    const [renamed] = await idsIn(foreign);
    await execute`update artifact set id = gen_random_uuid() where id = ${renamed}`;
    await store.put(keys[0]!.replace(/[^/]+$/, 'orphan.warc.gz'), Buffer.from('x'));
    await store.put('journal/20260101/0-x.ndjson.gz', Buffer.from('x'));

    const { kept } = await verified(database, store);
    const found = kept.map(({ kind, subject, detail }) => [kind, subject, detail]);
    expect(found).toEqual(
      expect.arrayContaining([
        ['segment without an object', gone, undefined],
        ['object of another size', longer, expect.stringMatching(/^\d+ bytes, not \d+$/)],
        ['segment without a manifest', cut, undefined],
        ['artifact that differs', committed, 'committed'],
        ['artifact that differs', version, 'version'],
        ['artifact that differs', url, 'url'],
        ['artifact that differs', digest, 'sha256'],
        ['record without an artifact', row, expect.stringContaining('http://www.example.org/')],
        ['record without an artifact', renamed, expect.anything()],
        ['artifact without a record', expect.not.stringContaining(renamed!), expect.anything()],
        ['object without a segment', expect.stringContaining('orphan'), '1 bytes'],
        ['damaged journal object', 'journal/20260101/0-x.ndjson.gz', undefined],
        ['wrong counters', 'default au', expect.stringContaining('artifact_count is 35, and 34 by counting')],
      ]),
    );
    expect(found).toHaveLength(13);
  });

  async function replace(key: string, to: (bytes: Buffer) => Buffer) {
    const bytes = to(await buffer(await used.store.read(key)));
    await used.store.delete(key);
    await used.store.put(key, bytes);
  }
});

it('names the merged segment whose manifest has lost its copy', async () => {
  const { store, database } = await createUsedStore(async (client, opened) => {
    for (const seed of ['a', 'b']) await client.importArchive(makeWarc(5, 300, seed).bytes, { auid: 'au' });
    await compact(opened);
  });
  expect((await verified(database, store)).counts).toEqual({});
  const [copy] = await store.list({ prefix: MANIFESTS_PREFIX });
  await store.delete(copy!.key);
  expect((await verified(database, store)).kept).toEqual([
    { kind: 'manifest without its copy', subject: toSegmentKey(copy!.key) },
  ]);
});

it('finds nothing while writers write', async () => {
  const service = await startTestService({ JOURNAL_INTERVAL: '30ms' });
  const database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'verify',
    onError: () => undefined,
  });
  const store = await openObjectStore({ kind: 'fs', folder: service.storeFolder });
  addCleanup(() => Promise.all([database.close(), store.close()]));
  let writing = true;
  const writer = async (name: string) => {
    for (let i = 0; writing; i++) {
      const { bytes } = makeWarc(20, 300, `${name}${i % 5}`);
      const { statuses } = await service.client.importArchive(bytes, { auid: name, storeDuplicate: true });
      for (const { artifactUuid } of statuses.slice(0, 3)) {
        await fetch(`${service.client.url}/artifacts/${artifactUuid}`, {
          method: 'DELETE',
          headers: { authorization: service.client.authorization },
        });
      }
    }
  };
  await service.client.importArchive(makeWarc(20, 300).bytes, { auid: 'before' });
  const writers = ['a', 'b'].map(writer);
  const { counts, items } = await verified(database, store, 2_000);
  writing = false;
  await Promise.all(writers);
  expect(counts).toEqual({});
  expect(items).toBeGreaterThan(0);
});
