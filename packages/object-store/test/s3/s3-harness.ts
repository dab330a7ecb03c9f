// A real S3 server for the contract suite: a new bucket behind a proxy that the test can cut.
import type { S3TestSettings, TestS3Server } from '@holdfast/testkit';
import { openObjectStore } from '../../src/open.ts';
import type { ObjectStore } from '../../src/port/port.ts';
import type { Harness } from '../contract/contract-suite.ts';
import { startBreakableProxy } from './breakable.ts';

const PREFIX = 'some/prefix/';
const PART_SIZE_BYTES = 5 * 1024 * 1024;

export async function openS3Harness(
  s3: TestS3Server,
  checksums: S3TestSettings['checksums'] = 'WHEN_REQUIRED',
  longestKeyBytes = 1024,
): Promise<Harness> {
  const settings = { ...(await s3.bucket()), checksums, partSizeBytes: PART_SIZE_BYTES };
  const way = await startBreakableProxy(settings.endpoint);
  const requests: string[] = [];
  const store = await openObjectStore(
    { ...settings, endpoint: way.endpoint, prefix: PREFIX },
    { onRequest: (operation, outcome) => requests.push(`${operation} ${outcome}`) },
  );
  // Lets the store test the server's features once.
  await store.shortcomings();
  const probed = await openObjectStore(settings);
  return {
    store,
    takeRequests: () => requests.splice(0),
    partSizeBytes: PART_SIZE_BYTES,
    longestKeyBytes: longestKeyBytes - PREFIX.length,
    holdsEveryKey: await holdsEveryKey(probed),
    takesBackslash: await takesBackslash(probed),
    leftovers: () => s3.openUploads(settings.bucket),
    break: way.break,
    repair: way.repair,
    close: async () => {
      await probed.close();
      await store.close();
      await way.close();
    },
  };
}

/**
 * Returns whether the server can store both `a` and `a/b`. Gateways to file systems cannot. Writes outside the tested
 * prefix.
 */
async function holdsEveryKey(store: ObjectStore): Promise<boolean> {
  try {
    await store.put('probe', Buffer.from('x'));
    await store.put('probe/below', Buffer.from('x'));
    await store.put('other/below', Buffer.from('x'));
    await store.put('other', Buffer.from('x'));
    return true;
  } catch {
    return false;
  }
}

async function takesBackslash(store: ObjectStore): Promise<boolean> {
  await store.put('back\\slash', Buffer.from('x'));
  return (await store.list({ prefix: 'back\\' })).length > 0;
}
