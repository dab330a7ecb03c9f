// Logs at start which features the object store's server lacks.

import type { ObjectStore } from '@holdfast/object-store';
import type { Log } from '@holdfast/service-kit';

/** Logs nothing if the store cannot be reached: the first write then detects the features. Never rejects. */
export async function logMissingFeatures(store: ObjectStore, log: Log): Promise<void> {
  for (const sentence of await store.shortcomings().catch(() => [])) log.warn(sentence);
}
