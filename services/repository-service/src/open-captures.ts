// Opens the sources from which replay reads captures: the database and, if the settings name one, a standby of it.

import type { ServiceBase } from '@holdfast/http-kit';
import type { Database } from '@holdfast/pg-kit';
import type { Health, Log } from '@holdfast/service-kit';
import type { CaptureIndex } from './domain/replay/capture-index.ts';
import type { ServiceSettings } from './env.ts';
import { openCaptureIndex } from './index/replay/captures.db.ts';
import type { IndexSchema } from './index/schema.ts';
import { openReplica } from './open-replica.ts';

export interface OpenCaptures {
  /** Returns the index for queries. Once the signal has aborted, no further query starts. */
  captures(signal: AbortSignal): CaptureIndex;
  /** Watches the standby until the signal aborts. Never rejects. */
  watch(health: Health, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** `connections`: maximum number of connections to the database at once. */
export function openCaptures(
  settings: ServiceSettings,
  base: ServiceBase<Database<IndexSchema>>,
  { connections, log }: { readonly connections: number; readonly log: Log },
): OpenCaptures {
  const replica = openReplica(settings, base, log);
  const database = { ...base.database.share(connections), replica: replica?.captures };
  return {
    captures: (signal) => openCaptureIndex(database, signal),
    watch: async (health, signal) => replica?.watch(health, signal),
    close: async () => replica?.close(),
  };
}
