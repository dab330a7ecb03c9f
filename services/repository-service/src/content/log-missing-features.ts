// Logs on start which features the server of the object store lacks.

import type { ObjectStore } from '@holdfast/object-store';
import type { Log } from '@holdfast/service-kit';

/** Never rejects. Logs nothing if the store cannot be reached; the first write then detects the features. */
export async function logMissingFeatures(store: ObjectStore, log: Log): Promise<void> {
  for (const sentence of await store.shortcomings().catch(() => [])) log.warn(sentence);
}
