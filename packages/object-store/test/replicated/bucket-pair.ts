// Test helper: opens a folder and an S3 bucket as one replicated store. The connection to the bucket can be broken.
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestS3Server } from '@holdfast/testkit';
import { openReplicatedStore } from '../../src/open.ts';
import type { NamedStoreSettings } from '../../src/port/settings.ts';
import { MemoryCatalogue } from '../../src/replicated/memory-catalogue.ts';
import type { ReplicatedStore } from '../../src/replicated/store.ts';
import type { Harness } from '../contract/contract-suite.ts';
import { startBreakableProxy } from '../s3/breakable.ts';

const PART_SIZE_BYTES = 5 * 1024 * 1024;

export async function openBucketPair(s3: TestS3Server): Promise<Harness> {
  const scratch = await mkdtemp(join(tmpdir(), 'holdfast-copies-'));
  const folder = join(scratch, 'store');
  const bucket = { ...(await s3.bucket()), partSizeBytes: PART_SIZE_BYTES };
  const way = await startBreakableProxy(bucket.endpoint);
  const requests: string[] = [];
  const stores: NamedStoreSettings[] = [
    { name: 'near', role: 'primary', store: { kind: 'fs', folder } },
    { name: 'far', role: 'copy', store: { ...bucket, endpoint: way.endpoint, prefix: 'copies/' } },
  ];
  const store = await openReplicatedStore(
    { kind: 'several', stores, copiesRequired: 2 },
    { catalogue: new MemoryCatalogue() },
    { onRequest: (operation, outcome) => requests.push(`${operation} ${outcome}`) },
  );
  await store.shortcomings();
  return {
    store,
    stores: 2,
    takeRequests: () => requests.splice(0),
    partSizeBytes: PART_SIZE_BYTES,
    longestKeyBytes: 1024 - 'copies/'.length,
    holdsEveryKey: false,
    takesBackslash: false,
    leftovers: async () => [
      ...(await readdir(join(folder, 'tmp'))),
      ...(await s3.openUploads(bucket.bucket)),
    ],
    break: async () => {
      await rename(folder, `${folder}.away`);
      await way.break();
    },
    repair: async () => {
      await rename(`${folder}.away`, folder);
      await way.repair();
      await waitUntilReadable(store);
    },
    close: async () => {
      await store.close();
      await way.close();
      await rm(scratch, { recursive: true });
    },
  };
}

/**
 * Resolves when all stores can be read. Until then, a listing may be refused because it may be incomplete. First waits
 * for probes that began earlier, because their failure would block the stores again.
 */
export async function waitUntilReadable(store: ReplicatedStore): Promise<void> {
  await Promise.all(store.copies.members.map(({ health }) => health.probeNow()));
  while (!store.copies.members.every(({ isReadable }) => isReadable))
    await store.check().catch(() => undefined);
}
