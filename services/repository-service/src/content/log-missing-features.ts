// Logs at start-up which S3 features the object store's server lacks.

import type { ObjectStore } from '@holdfast/object-store';
import type { Log } from '@holdfast/service-kit';

/** Never rejects. Logs nothing if the store is unreachable; the first write then checks the features. */
export async function logMissingFeatures(store: ObjectStore, log: Log): Promise<void> {
  for (const sentence of await store.shortcomings().catch(() => [])) log.warn(sentence);
}
