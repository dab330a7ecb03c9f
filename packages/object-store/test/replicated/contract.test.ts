// The contract of the object store, for two replicated stores: two folders, and a folder with an S3 bucket.
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithS3 } from '@holdfast/testkit';
import { openReplicatedStore } from '../../src/open.ts';
import type { NamedStoreSettings } from '../../src/port/settings.ts';
import { MemoryCatalogue } from '../../src/replicated/memory-catalogue.ts';
import { type Harness, objectStoreContract } from '../contract/contract-suite.ts';
import { breakableWay } from '../s3/breakable.ts';

const PART_SIZE_BYTES = 5 * 1024 * 1024;

objectStoreContract('two folders as one store', async (): Promise<Harness> => {
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
    told: () => requests.splice(0),
    partSizeBytes: 256 * 1024,
    longestKeyBytes: 1024,
    holdsEveryKey: true,
    takesBackslash: true,
    leftovers: async () => (await Promise.all(folders.map((folder) => readdir(join(folder, 'tmp'))))).flat(),
    break: async () => void (await moveAll('', '.away')),
    repair: async () => void (await moveAll('.away', '')),
    close: async () => {
      await store.close();
      await rm(scratch, { recursive: true });
    },
  };
});

describeWithS3('S3', (s3) =>
  objectStoreContract('a folder and a bucket as one store', async (): Promise<Harness> => {
    const scratch = await mkdtemp(join(tmpdir(), 'holdfast-copies-'));
    const folder = join(scratch, 'store');
    const bucket = { ...(await s3.bucket()), partSizeBytes: PART_SIZE_BYTES };
    const way = await breakableWay(bucket.endpoint);
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
      told: () => requests.splice(0),
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
      },
      close: async () => {
        await store.close();
        await way.close();
        await rm(scratch, { recursive: true });
      },
    };
  }),
);
