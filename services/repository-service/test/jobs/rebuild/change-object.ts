// Test helper: changes the bytes of objects as a failing disk does.
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@holdfast/object-store';

/** Replaces the bytes of an object. */
export async function rewriteObject(
  store: ObjectStore,
  key: string,
  to: (bytes: Buffer) => Buffer,
): Promise<void> {
  const bytes = to(await buffer(await store.read(key)));
  await store.delete(key);
  await store.put(key, bytes);
}

export const truncateBytes = (bytes: Buffer) => bytes.subarray(0, -20);
export const zeroLastBytes = (bytes: Buffer) => bytes.fill(0, bytes.length - 30);
