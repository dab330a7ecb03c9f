// The contract of the object store, for two replicated stores: two folders, and a folder with an S3 bucket.
// bucket-pair.judge.ts runs the remaining cases for the folder with the bucket.
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithS3 } from '@holdfast/testkit';
import { openReplicatedStore } from '../../src/open.ts';
import type { NamedStoreSettings } from '../../src/port/settings.ts';
import { MemoryCatalogue } from '../../src/replicated/memory-catalogue.ts';
import { type Harness, replicationCases, testObjectStoreContract } from '../contract/contract-suite.ts';
import { openBucketPair, waitUntilReadable } from './bucket-pair.ts';

testObjectStoreContract('two folders as one store', async (): Promise<Harness> => {
  const scratch = await mkdtemp(join(tmpdir(), 'holdfast-copies-'));
  const folders = ['one', 'two'].map((name) => join(scratch, name));
  const stores = folders.map(
    (folder, index): NamedStoreSettings => ({
      name: `store-${index + 1}`,
      role: 'primary',
      store: { kind: 'fs', folder },
    }),
  );
  const requests: string[] = [];
  const store = await openReplicatedStore(
    { kind: 'several', stores, copiesRequired: 2 },
    { catalogue: new MemoryCatalogue() },
    { onRequest: (operation, outcome) => requests.push(`${operation} ${outcome}`) },
  );
  const moveAll = (from: string, to: string) =>
    Promise.all(folders.map((folder) => rename(folder + from, folder + to)));
  return {
    store,
    stores: 2,
    takeRequests: () => requests.splice(0),
    partSizeBytes: 256 * 1024,
    longestKeyBytes: 1024,
    holdsEveryKey: true,
    takesBackslash: true,
    leftovers: async () => (await Promise.all(folders.map((folder) => readdir(join(folder, 'tmp'))))).flat(),
    break: async () => void (await moveAll('', '.away')),
    repair: async () => {
      await moveAll('.away', '');
      await waitUntilReadable(store);
    },
    close: async () => {
      await store.close();
      await rm(scratch, { recursive: true });
    },
  };
});

describeWithS3('S3', (s3) =>
  testObjectStoreContract('a folder and a bucket as one store', () => openBucketPair(s3), replicationCases),
);
