// What the object store's server does not do by itself, said in the log when the service starts.
import type { Log } from '@holdfast/http-kit';
import type { ObjectStore } from '@holdfast/object-store';

/** A store that cannot be asked now is asked by the first write, which gets along all the same. Never rejects. */
export async function tellShortcomings(store: ObjectStore, log: Log): Promise<void> {
  for (const sentence of await store.shortcomings().catch(() => [])) log.warn(sentence);
}
