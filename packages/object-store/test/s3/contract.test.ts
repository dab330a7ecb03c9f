// The contract of the object store, held by the S3 store on a real S3 server.
import { describeWithS3 } from '@holdfast/testkit';
import { openObjectStore } from '../../src/open.ts';
import { type Harness, objectStoreContract } from '../contract/contract-suite.ts';
import { breakableWay } from './breakable.ts';

describeWithS3('S3', (s3) => {
  objectStoreContract('the s3 store', async (): Promise<Harness> => {
    const settings = await s3.bucket();
    const way = await breakableWay(settings.endpoint);
    const requests: string[] = [];
    const store = await openObjectStore(
      { ...settings, endpoint: way.endpoint, prefix: 'some/prefix/', partSizeBytes: 5 * 1024 * 1024 },
      { onRequest: (operation, outcome) => requests.push(`${operation} ${outcome}`) },
    );
    return {
      store,
      told: () => requests.splice(0),
      partSizeBytes: 5 * 1024 * 1024,
      longestKeyBytes: 1024 - 'some/prefix/'.length,
      holdsEveryKey: await holdsEveryKey(settings),
      leftovers: () => s3.openUploads(settings.bucket),
      break: way.break,
      repair: way.repair,
      close: async () => {
        await store.close();
        await way.close();
      },
    };
  });
});

/** Whether the server keeps `a` and `a/b`; gateways to file systems do not. Asked outside the prefix tested. */
async function holdsEveryKey(settings: Parameters<typeof openObjectStore>[0]): Promise<boolean> {
  const store = await openObjectStore(settings);
  try {
    await store.put('probe', Buffer.from('x'));
    await store.put('probe/below', Buffer.from('x'));
    return true;
  } catch {
    return false;
  } finally {
    await store.close();
  }
}
