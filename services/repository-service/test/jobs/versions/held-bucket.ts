// Test helper: a service with two stores, one of which is a bucket with object lock, and functions that store pages.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openReplicatedStore, type ReplicatedStore } from '@holdfast/object-store';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { createLog, type Log } from '@holdfast/service-kit';
import {
  addCleanup,
  createTemporaryFolder,
  makeResponseRecord,
  type S3TestSettings,
  type TestS3Server,
  toS3Environment,
} from '@holdfast/testkit';
import { createCopyCatalogue } from '../../../src/index/copies/copy-catalogue.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { reconcileLegalHolds } from '../../../src/jobs/versions/legal-holds.ts';
import { onIndex } from '../../index/on-index.ts';
import { startTestService, type TestService } from '../../service.ts';

export interface StoredPage {
  readonly uuid: string;
  /** Key of the segment. */
  readonly key: string;
}

export interface HeldBucket {
  readonly settings: S3TestSettings;
  readonly service: TestService;
  readonly database: Database<IndexSchema>;
  /** Stores of the service: `near` is a folder, and `far` is the bucket. */
  readonly store: ReplicatedStore;
  readonly log: Log;
  /** Stores pages in one segment. */
  storedPages(auid: string, count?: number): Promise<StoredPage[]>;
  keyOf(uuid: string): Promise<string>;
  recordedKeys(): Promise<string[]>;
  reconcile(): Promise<void>;
}

/** Starts the service, which is stopped at the end of the test file. */
export async function openHeldBucket(s3: TestS3Server): Promise<HeldBucket> {
  const settings = await s3.bucket({ objectLock: true });
  const folder = join(await createTemporaryFolder(), 'near');
  const off = { FIXITY_PERIOD: 'off', COMPACTION_PERIOD: 'off', JOURNAL_INTERVAL: '1h' };
  const OBJECT_STORE = `near=fs:${folder},far=s3:${settings.bucket}`;
  const service = await startTestService({ ...toS3Environment(settings), ...off, OBJECT_STORE });
  const database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  const stores = [
    { name: 'near', role: 'primary', store: { kind: 'fs', folder } },
    { name: 'far', role: 'primary', store: settings },
  ] as const;
  const store = await openReplicatedStore(
    { kind: 'several', stores, copiesRequired: 1 },
    { catalogue: createCopyCatalogue(database.kysely) },
  );
  await store.copies.prepare();
  addCleanup(async () => {
    await store.close();
    await database.close();
  });
  const log = createLog({ service: 'test', level: 'silent' });
  let pages = 0;

  async function keyOf(uuid: string): Promise<string> {
    const { rows } = await onIndex(database)<{ key: string }>`
      select key from artifact join segment on segment.id = segment_id where artifact.id = ${uuid}`;
    return rows[0]!.key;
  }

  return {
    ...{ settings, service, database, store, log, keyOf },
    storedPages: async (auid, count = 1) => {
      const members = Array.from({ length: count }, () =>
        gzipSync(makeResponseRecord(`http://www.example.org/${pages++}`, randomBytes(64)), { level: 0 }),
      );
      const { statuses } = await service.client.importArchive(Buffer.concat(members), { auid });
      return Promise.all(
        statuses.map(async ({ artifactUuid }) => ({ uuid: artifactUuid!, key: await keyOf(artifactUuid!) })),
      );
    },
    recordedKeys: async () => {
      const { rows } = await onIndex(database)<{ key: string }>`select key from legal_hold order by key`;
      return rows.map(({ key }) => key);
    },
    reconcile: () =>
      reconcileLegalHolds({ database, store, log }, { signal: new AbortController().signal, wait: true }),
  };
}
