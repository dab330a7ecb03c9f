// The contract of the object store, for the file system store.
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openObjectStore } from '../../src/open.ts';
import { type Harness, testObjectStoreContract } from '../contract/contract-suite.ts';

testObjectStoreContract('the fs store', async (): Promise<Harness> => {
  const scratch = await mkdtemp(join(tmpdir(), 'holdfast-objects-'));
  const folder = join(scratch, 'store');
  const requests: string[] = [];
  const store = await openObjectStore(
    { kind: 'fs', folder },
    { onRequest: (operation, outcome) => requests.push(`${operation} ${outcome}`) },
  );
  return {
    store,
    takeRequests: () => requests.splice(0),
    partSizeBytes: 256 * 1024,
    longestKeyBytes: 1024,
    holdsEveryKey: true,
    takesBackslash: true,
    leftovers: () => readdir(join(folder, 'tmp')),
    break: () => rename(folder, `${folder}.away`),
    repair: () => rename(`${folder}.away`, folder),
    close: async () => {
      await store.close();
      await rm(scratch, { recursive: true });
    },
  };
});
