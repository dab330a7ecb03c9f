// Covers: services/repository-service/src packages/object-store packages/warc
// Rebuilds the index from stores that are damaged, have no journal, or are on S3.
import { createLog } from '@holdfast/service-kit';
import { describeWithS3, toS3Environment } from '@holdfast/testkit';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { type Job, runJob } from '../../../src/jobs/frame/job.ts';
import { putJournalObject, serializeLines } from '../../../src/jobs/journal/objects.ts';
import { shipJournal } from '../../../src/jobs/journal/shipper.ts';
import { createRebuildJob } from '../../../src/jobs/rebuild/rebuild.ts';
import { openIndexDatabase } from '../../index-database.ts';
import { rewriteObject, truncateBytes } from './change-object.ts';
import { dumpIndex } from './index-dump.ts';
import {
  copyStore,
  createUsedStore,
  makeServiceSettings,
  runRebuild,
  startService,
  type Used,
} from './rebuilt.ts';
import { importRounds, useStore } from './used-store.ts';

jest.setTimeout(120_000);

let imported: Used;
let used: Used;
beforeAll(async () => {
  used = await createUsedStore(async (client) => {
    await useStore(client);
    await useStore(client, 'other');
  });
  imported = await createUsedStore((client) => importRounds(client, 'a'));
});

describe('a rebuild from the object store', () => {
  it('keeps services waiting until it is finished', async () => {
    const database = await openIndexDatabase();
    const stopping = new AbortController();
    const log = createLog({ service: 'test', level: 'silent' });
    const { job } = createRebuildJob({
      db: database.kysely,
      store: used.store,
      parallel: 1,
      bytesPerSecond: 20_000,
    });
    const deps = { database, nowMs: Date.now, log };
    setTimeout(() => stopping.abort(), 1_500);
    await expect(runJob(deps, job, { signal: stopping.signal })).rejects.toThrow();
    const { connectionString } = database.pool.options as { connectionString: string };
    const { client, isReady, ready } = await startService(
      await makeServiceSettings(connectionString, { OBJECT_STORE: used.objectStore }),
    );
    const reason = async () => (await client.json<{ reason: string }>('/status')).reason;
    while ((await reason()) !== 'the index is being rebuilt') {
      expect(await isReady()).toBe(false);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await isReady()).toBe(false);
    await runRebuild(used.store, { database });
    await ready();
    expect(await client.json('/namespaces')).toEqual(['default', 'other']);
  });

  it('says which records it could not read, and brings the others back as they were', async () => {
    const { before, store } = await copyStore(imported);
    const victim = before.artifacts.find(({ artifact }) => (artifact as { version: number }).version === 2)!;
    const { id, record_offset: at, record_length: length } = victim.artifact as Record<string, number>;
    await rewriteObject(store, String(victim.key), (bytes) =>
      truncateBytes(bytes.fill(0xff, at! + 10, at! + length!)),
    );
    const { database, counts } = await runRebuild(store);
    const after = await dumpIndex(database);
    expect(counts['unreadable records']).toBe(1);
    const others = before.artifacts.filter(({ artifact }) => (artifact as { id: unknown }).id !== id);
    expect(after.artifacts).toEqual(others);
  });
});

describe('a rebuild without a journal', () => {
  it('records every segment again, in their order', async () => {
    const { before, store } = await createUsedStore(
      async (client) => {
        for (const auid of ['a', 'b']) await importRounds(client, auid);
      },
      { journal: false },
    );
    const { database, counts } = await runRebuild(store);
    expect(await dumpIndex(database)).toEqual(before);
    expect(counts).toEqual({
      objects: before.segments.length,
      'objects beyond the journal': before.segments.length,
    });
    // The journal now contains the rebuild's decisions, so a second rebuild makes no decisions of its own.
    const log = createLog({ service: 'test', level: 'silent' });
    await shipJournal({ database, store, newId: uuidv7, log });
    const second = await runRebuild(store);
    expect(second.counts).toEqual({ objects: before.segments.length });
    expect(await dumpIndex(second.database)).toEqual(before);
  });
});

describe('a rebuild from a damaged store', () => {
  it('names the objects that are missing and those that cannot be read', async () => {
    const { before, store } = await copyStore(imported);
    const [first, second] = before.segments.map(({ key }) => String(key));
    await store.delete(first!);
    await store.delete(second!);
    await store.put(second!, Buffer.from('not a WARC at all'));
    const { database, report } = await runRebuild(store);
    expect(report.missing).toEqual([first]);
    expect(report.unreadable).toEqual([]);
    const lost = new Set([first, second]);
    const after = await dumpIndex(database);
    expect(after.artifacts).toEqual(before.artifacts.filter(({ key }) => !lost.has(String(key))));
  });

  it('names them still when it was interrupted after its last step, and leaves no table of its own behind', async () => {
    const { before, store } = await copyStore(imported);
    const [first] = before.segments.map(({ key }) => String(key));
    await store.delete(first!);
    const database = await openIndexDatabase();
    const { schema } = await dumpIndex(database);
    const stopping = new AbortController();
    const { job } = createRebuildJob({ db: database.kysely, store, parallel: 3, bytesPerSecond: undefined });
    const stoppedAtItsEnd: Job = {
      ...job,
      work: async (run) => {
        await job.work(run);
        stopping.abort();
      },
    };
    const deps = { database, nowMs: Date.now, log: createLog({ service: 'test', level: 'silent' }) };
    await expect(runJob(deps, stoppedAtItsEnd, { signal: stopping.signal })).rejects.toThrow('aborted');
    const { report } = await runRebuild(store, { database });
    expect(report.missing).toEqual([first]);
    expect((await dumpIndex(database)).schema).toEqual(schema);
  });

  it('takes in what the journal does not know, whatever the clocks of service and database said', async () => {
    const { before, store } = await copyStore(imported);
    // The journal does not contain these segments, although its last entries are much later than the segments.
    const entries = [
      { id: 1, at: '2999-01-01T00:00:00.000Z', namespace: 'default', auid: 'a', op: 'bulk', marked: false },
    ];
    for (const { key } of await store.list({ prefix: 'journal' })) await store.delete(key);
    await putJournalObject(store, 'journal/29990101/x.ndjson.gz', serializeLines(entries as never));
    const { database, report } = await runRebuild(store);
    expect(Object.values(report).flat()).toEqual([]);
    expect((await dumpIndex(database)).artifacts).toEqual(before.artifacts);
  });

  it('names an object of the journal that cannot be read, and a segment of which a record cannot be taken in', async () => {
    const { before, store } = await copyStore(imported);
    const victim = before.artifacts.find(({ artifact }) => (artifact as { version: number }).version === 2)!;
    const { record_offset: at, record_length: length } = victim.artifact as Record<string, number>;
    await rewriteObject(store, String(victim.key), (bytes) =>
      truncateBytes(bytes.fill(0xff, at! + 10, at! + length!)),
    );
    await putJournalObject(store, `journal/20000101/${'1'.padStart(16, '0')}-x.ndjson.gz`, 'no JSON\n');
    const { report } = await runRebuild(store);
    expect(report.partial).toEqual([victim.key]);
    expect(report.damagedJournal).toEqual([`journal/20000101/${'1'.padStart(16, '0')}-x.ndjson.gz`]);
  });
});

describeWithS3('a rebuild from S3', (s3) => {
  it('makes the same index', async () => {
    const env = toS3Environment(await s3.bucket());
    const { before, store } = await createUsedStore((client) => useStore(client), { env });
    const { database } = await runRebuild(store);
    expect(await dumpIndex(database)).toEqual(before);
  });
});
