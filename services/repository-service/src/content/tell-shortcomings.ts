// What the object store's server does not do by itself, said in the log when the service starts.

import type { ObjectStore } from '@holdfast/object-store';
import type { Log } from '@holdfast/service-kit';

/** A store that cannot be asked now is asked by the first write, which gets along all the same. Never rejects. */
export async function tellShortcomings(store: ObjectStore, log: Log): Promise<void> {
  for (const sentence of await store.shortcomings().catch(() => [])) log.warn(sentence);
}
