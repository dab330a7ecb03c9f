// Test helper: runs and stops a service, then rebuilds its index from its store alone.
import { cp } from 'node:fs/promises';
import { type ObjectStore, openObjectStore } from '@holdfast/object-store';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import { addCleanup, createTemporaryFolder, TestRepositoryClient, withCheapLogin } from '@holdfast/testkit';
import { parseServiceSettings, type ServiceSettings } from '../../../src/env.ts';
import { readJournalLag } from '../../../src/index/keeping/journal.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { type JobOutcome, runJob } from '../../../src/jobs/frame/job.ts';
import { createRebuildJob, type RebuildReport } from '../../../src/jobs/rebuild/rebuild.ts';
import { startRepositoryService } from '../../../src/wiring.ts';
import { createIndexDatabaseUrl, openIndexDatabase } from '../../index-database.ts';
import { dumpIndex, type IndexDump } from './index-dump.ts';

const log = createLog({ service: 'test', level: 'silent' });
const password = 'pass:word';

export interface Used {
  /** Dump of the service's index at the time when the service stopped. */
  before: IndexDump;
  /** Database of the stopped service, still open. */
  database: Database<IndexSchema>;
  store: ObjectStore;
  /** Value of the setting OBJECT_STORE. */
  objectStore: string;
}

/**
 * Starts a service, by default on a new store, calls `use`, and stops the service. With `journal`, first waits until
 * the journal is shipped.
 */
export async function createUsedStore(
  use: (
    client: TestRepositoryClient,
    opened: { database: Database<IndexSchema>; store: ObjectStore },
  ) => Promise<void>,
  { journal = true, env = {} }: { journal?: boolean; env?: Record<string, string> } = {},
): Promise<Used> {
  const databaseUrl = await createIndexDatabaseUrl();
  const OBJECT_STORE = `fs:${await createTemporaryFolder()}`;
  const settings = await makeServiceSettings(databaseUrl, {
    OBJECT_STORE,
    JOURNAL_INTERVAL: journal ? '50ms' : '1h',
    ...env,
  });
  const { service, client, ready } = await startService(settings);
  await ready();
  const database = openIndex(databaseUrl);
  const store = await openObjectStore(settings.objectStore);
  await use(client, { database, store });
  while (journal && (await readJournalLag(database.kysely)).rows > 0) await pause();
  const before = await dumpIndex(database);
  // Deletes the journal lines that the service would ship when it stops, as if they were lost with the database.
  if (!journal) await database.pool.query('truncate journal');
  await service.stop();
  addCleanup(() => database.close());
  addCleanup(() => store.close());
  return { before, database, store, objectStore: OBJECT_STORE };
}

/** Returns a copy of the store that the test may change. */
export async function copyStore({ before, objectStore }: Used): Promise<Pick<Used, 'before' | 'store'>> {
  const folder = await createTemporaryFolder();
  await cp(objectStore.replace(/^fs:/, ''), folder, { recursive: true });
  const store = await openObjectStore({ kind: 'fs', folder });
  addCleanup(() => store.close());
  return { before, store };
}

/** Starts a service. Stops it at the end of the test file unless it was stopped earlier. */
export async function startService(settings: ServiceSettings) {
  const service = await startRepositoryService(settings, log);
  addCleanup(() => service.stop());
  const client = new TestRepositoryClient(service.url, { user: 'admin', password });
  const isReady = async () => (await client.json<{ ready: boolean }>('/status')).ready;
  const ready = async () => {
    while (!(await isReady())) await pause();
  };
  return { service, client, isReady, ready };
}

export async function makeServiceSettings(
  databaseUrl: string,
  env: Record<string, string>,
): Promise<ServiceSettings> {
  const settings = parseServiceSettings({
    REPOSITORY_PORT: '0',
    REPOSITORY_METRICS_PORT: '0',
    DATABASE_URL: databaseUrl,
    SPOOL_DIR: await createTemporaryFolder(),
    ADMIN_PASSWORD: password,
    AUDIT_LOG: 'off',
    SEGMENT_AGE: '60s',
    CODEC_THREADS: '1',
    COMPACTION_PERIOD: 'off',
    FIXITY_PERIOD: 'off',
    ...env,
  });
  return withCheapLogin(settings);
}

export interface Rebuilt {
  database: Database<IndexSchema>;
  outcome: JobOutcome;
  report: RebuildReport;
  counts: Record<string, number>;
}

/** Rebuilds into a new database, or into the database of an interrupted rebuild. */
export async function runRebuild(
  store: ObjectStore,
  { database, signal }: { database?: Database<IndexSchema>; signal?: AbortSignal } = {},
): Promise<Rebuilt> {
  const into = database ?? (await openIndexDatabase());
  const { job, report } = createRebuildJob({
    db: into.kysely,
    store,
    parallel: 3,
    bytesPerSecond: undefined,
  });
  const deps = { database: into, nowMs: Date.now, log };
  const outcome = await runJob(deps, job, { signal: signal ?? new AbortController().signal });
  return { database: into, outcome, report, counts: outcome.ran ? outcome.progress.counts : {} };
}

export function openIndex(url: string): Database<IndexSchema> {
  return openDatabase<IndexSchema>({ url, applicationName: 'test', onError: () => undefined });
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
