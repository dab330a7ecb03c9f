// Test helper: runs one fixity check of a service's whole store, as the command line does, and returns the recorded
// damage.

import { type ObjectStore, openObjectStore, parseObjectStore } from '@holdfast/object-store';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import { addCleanup } from '@holdfast/testkit';
import { listDamagedArtifacts } from '../../../src/index/fixity/report.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { startCodecThreads } from '../../../src/ingest/reading/codec-threads.ts';
import type { FixityDeps } from '../../../src/jobs/fixity/fixity-deps.ts';
import { createFixityJob } from '../../../src/jobs/fixity/fixity-job.ts';
import { type Job, runJob } from '../../../src/jobs/frame/job.ts';
import type { TestService } from '../../service.ts';

const log = createLog({ service: 'test', level: 'silent' });

export interface Keeper extends FixityDeps {
  database: Database<IndexSchema>;
  store: ObjectStore;
  /** Runs one complete fixity check and returns its counts. */
  walk(job?: Job): Promise<Record<string, number>>;
  /** Returns the recorded reason of each damaged artifact, by UUID. */
  damaged(): Promise<Map<string, string>>;
}

/** Opens index and store, and closes them at the end of the test file. */
export async function openKeeper({ databaseUrl, storeFolder }: TestService): Promise<Keeper> {
  const database = openDatabase<IndexSchema>({
    url: databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  const store = await openObjectStore(parseObjectStore(`fs:${storeFolder}`, {}));
  addCleanup(() => store.close());
  addCleanup(() => database.close());
  return makeKeeper(database, store);
}

export function makeKeeper(database: Database<IndexSchema>, store: ObjectStore): Keeper {
  const codec = startCodecThreads(1, 64 * 1024);
  addCleanup(() => codec.close());
  const deps = { db: database.kysely, store, codec, parallel: 2, nowMs: Date.now };
  return {
    ...deps,
    database,
    walk: async (job = createFixityJob(deps, undefined)) => {
      const run = { signal: new AbortController().signal, afresh: true, wait: true };
      const outcome = await runJob({ database, nowMs: Date.now, log }, job, run);
      if (!outcome.ran) throw new Error('somebody else has the job');
      return outcome.progress.counts;
    },
    damaged: async () => {
      const found = await listDamagedArtifacts(database.kysely, { limit: 100_000 });
      return new Map(found.map(({ uuid, reason }) => [uuid, reason]));
    },
  };
}
