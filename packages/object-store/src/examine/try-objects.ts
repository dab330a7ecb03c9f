// Tests the basic operations of a store: writes, reads, lists and deletes a small object.
import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ObjectStoreUnavailableError } from '../port/errors.ts';
import type { ObjectStore } from '../port/port.ts';
import { STORE_OWN_PREFIX } from '../replicated/identity.ts';
import type { StepRunner } from './examination.ts';

const SIZE_BYTES = 4096;
const RANGE = { offset: 1000, length: 24 } as const;

/** Returns a key for a test object. Listings of a replicated store omit such keys. */
export const makeProbeKey = () => `${STORE_OWN_PREFIX}probe-${randomUUID()}.bin`;

export async function tryObjects(steps: StepRunner, store: ObjectStore): Promise<void> {
  const key = makeProbeKey();
  const bytes = randomBytes(SIZE_BYTES);
  const wanted = bytes.subarray(RANGE.offset, RANGE.offset + RANGE.length);
  await steps.run('write', () => store.put(key, bytes));
  await steps.run('read', async () => {
    if (!(await buffer(await store.read(key))).equals(bytes))
      throw new ObjectStoreUnavailableError('it returns other bytes than were written');
  });
  await steps.run('range', async () => {
    if (!(await store.readBytes(key, RANGE)).equals(wanted))
      throw new ObjectStoreUnavailableError('it returns other bytes than the range that was requested');
  });
  await steps.run('list', async () => {
    const [found] = await store.list({ prefix: key, limit: 1 });
    if (found?.key !== key)
      throw new ObjectStoreUnavailableError('it does not list an object that was written');
  });
  await steps.run('delete', () => removeProbe(store, key));
  if (steps.failed !== undefined) await store.delete(key).catch(() => undefined);
}

async function removeProbe(store: ObjectStore, key: string): Promise<void> {
  await store.delete(key);
  if ((await store.stat(key)) !== undefined)
    throw new ObjectStoreUnavailableError('an object is still there after it was deleted');
}
