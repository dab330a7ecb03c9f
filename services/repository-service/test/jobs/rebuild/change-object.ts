// For tests: objects as a failing disk leaves them.
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@holdfast/object-store';

/** Puts other bytes in an object's place, as a failing disk would. */
export async function change(store: ObjectStore, key: string, to: (bytes: Buffer) => Buffer): Promise<void> {
  const bytes = to(await buffer(await store.read(key)));
  await store.delete(key);
  await store.put(key, bytes);
}

export const cut = (bytes: Buffer) => bytes.subarray(0, -20);
export const spoilt = (bytes: Buffer) => bytes.fill(0, bytes.length - 30);
