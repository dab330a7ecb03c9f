// Test helper: opens the index and the store of a running service. Compacts the store, reads everything, and checks
// that index and store are consistent.
import { createHash } from 'node:crypto';
import { type ObjectStore, openObjectStore, parseObjectStore } from '@holdfast/object-store';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { createLog, runInParallel } from '@holdfast/service-kit';
import { addCleanup, type TestRepositoryClient } from '@holdfast/testkit';
import { uuidv7 } from 'uuidv7';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { type CompactionSettings, createCompactionJob } from '../../../src/jobs/compaction.ts';
import { type Job, runJob } from '../../../src/jobs/frame/job.ts';
import { onIndex } from '../../index/on-index.ts';
import type { TestService } from '../../service.ts';

const log = createLog({ service: 'test', level: 'silent' });

export interface KeptStore {
  database: Database<IndexSchema>;
  store: ObjectStore;
  client: TestRepositoryClient;
}

/** Opens index and store, and closes them at the end of the test file. */
export async function openKeptStore({
  client,
  databaseUrl: url,
  storeFolder,
}: TestService): Promise<KeptStore> {
  const database = openDatabase<IndexSchema>({ url, applicationName: 'test', onError: () => undefined });
  const store = await openObjectStore(parseObjectStore(`fs:${storeFolder}`, {}));
  addCleanup(async () => {
    await store.close();
    await database.close();
  });
  return { database, store, client };
}

export const makeCompactionDeps = ({ database, store }: Pick<KeptStore, 'database' | 'store'>) => ({
  database,
  store,
  software: 'test',
  newId: uuidv7,
  nowMs: Date.now,
  log,
});

/** Settings with which compaction immediately reclaims all unused space. */
export const thorough: CompactionSettings = {
  targetBytes: 64 * 1024 * 1024,
  records: 25_000,
  deadShare: 0,
  graceMs: 0,
};

/** Runs one complete compaction. Returns its counts. */
export async function compact(
  kept: Pick<KeptStore, 'database' | 'store'>,
  settings: Partial<CompactionSettings> = {},
): Promise<Record<string, number>> {
  return runWholeJob(kept, createCompactionJob(makeCompactionDeps(kept), { ...thorough, ...settings }));
}

export async function runWholeJob(
  { database }: Pick<KeptStore, 'database'>,
  job: Job,
  { signal } = new AbortController(),
): Promise<Record<string, number>> {
  const outcome = await runJob({ database, nowMs: Date.now, log }, job, { signal, afresh: true, wait: true });
  if (!outcome.ran) throw new Error('somebody else has the job');
  return outcome.progress.counts;
}

/** Requests every representation of every artifact. Returns digests by URL. `auids`: SQL pattern. */
export async function readEverything(
  { database, client }: KeptStore,
  auids = '%',
): Promise<Map<string, string>> {
  const { rows } = await onIndex(database)<{ id: string; namespace: string; committed: boolean }>`
    select artifact.id, namespace.name as namespace, committed
    from artifact join namespace on namespace.id = artifact.namespace_id join au on au.id = artifact.au_id
    where auid like ${auids} order by artifact.id`;
  const paths = rows.flatMap(({ id, namespace }) => [
    `/artifacts/${id}/payload?namespace=${namespace}`,
    `/artifacts/${id}/response?namespace=${namespace}`,
    `/replay/warcs/${namespace}:${id}.warc.gz`,
    `/replay/warcs/${namespace}:${id}.warc`,
  ]);
  const read = new Map(paths.map((path) => [path, '']));
  await runInParallel(paths, 8, async (path) => {
    read.set(
      path,
      createHash('sha256')
        .update(await client.bytes(path))
        .digest('hex'),
    );
  });
  return read;
}

/**
 * Returns inconsistencies between index and store: wrong counters, objects that belong to no AU, and missing objects.
 */
export async function findInconsistencies({
  database,
  store,
}: Pick<KeptStore, 'database' | 'store'>): Promise<string[]> {
  const { rows: aus } = await onIndex(database)<{ auid: string }>`
    select auid from au
    left join (
      select au_id, count(*) as artifacts, count(*) filter (where committed) as committed,
        count(distinct url) filter (where committed) as urls,
        coalesce(sum(content_length) filter (where committed), 0) as bytes
      from artifact group by au_id
    ) counted on counted.au_id = au.id
    left join (select au_id, sum(size_bytes) as bytes from segment group by au_id) stored on stored.au_id = au.id
    where (artifact_count, committed_count, committed_url_count, all_versions_bytes, warc_bytes) is distinct from
      (coalesce(artifacts, 0), coalesce(committed, 0), coalesce(urls, 0), coalesce(counted.bytes, 0), coalesce(stored.bytes, 0))`;
  const { rows: lost } = await onIndex(database)<{ id: string }>`
    select id from artifact where not exists (select from segment where id = segment_id)
      or payload_segment_id is not null and not exists (select from segment where id = payload_segment_id)`;
  const { rows: overfull } = await onIndex(database)<{ key: string }>`
    select key from segment where dead_bytes < 0 or size_bytes <
      dead_bytes + (
        select coalesce(sum(record_length + companions_before + companions_after), 0)
        from artifact where segment_id = segment.id
      ) + (select coalesce(sum(record_length), 0) from kept_record where segment_id = segment.id)`;
  return [
    ...aus.map(({ auid }) => `counters of ${auid}`),
    ...lost.map(({ id }) => `artifact ${id} in no segment`),
    ...overfull.map(({ key }) => `bytes of ${key}`),
    ...(await objectFaults({ database, store })),
  ];
}

async function objectFaults({ database, store }: Pick<KeptStore, 'database' | 'store'>): Promise<string[]> {
  const { rows } = await onIndex(database)<{ key: string; size: number | null }>`
    select key, size_bytes as size from segment union all select key, null from retired_object`;
  const expected = new Map(rows.map(({ key, size }) => [key, size]));
  const faults: string[] = [];
  for (const { key, sizeBytes } of await listSegmentObjects(store)) {
    const size = expected.get(key);
    if (size === undefined) faults.push(`object ${key} is nobody's`);
    else if (size !== null && size !== sizeBytes) faults.push(`size of ${key}`);
    expected.delete(key);
  }
  for (const [key, size] of expected) if (size !== null) faults.push(`object ${key} is missing`);
  return faults;
}

/** Lists the objects of all segments. */
export async function listSegmentObjects(store: ObjectStore) {
  return store.list({ prefix: 'ns/', limit: 1_000_000 });
}

/** Returns the store with some of its methods replaced. */
export function storeWith(store: ObjectStore, own: Partial<ObjectStore>): ObjectStore {
  return new Proxy(store, {
    get: (target, name) => {
      if (name in own) return own[name as keyof ObjectStore];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
