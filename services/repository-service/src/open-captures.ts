// Opens the databases that replay reads captures from: the primary and, if configured, a standby.

import type { ServiceBase } from '@holdfast/http-kit';
import type { Database } from '@holdfast/pg-kit';
import type { Health, Log } from '@holdfast/service-kit';
import type { CaptureIndex } from './domain/replay/capture-index.ts';
import type { ServiceSettings } from './env.ts';
import { openCaptureIndex } from './index/replay/captures.db.ts';
import type { IndexSchema } from './index/schema.ts';
import { openReplica } from './open-replica.ts';

export interface OpenCaptures {
  /** Returns the index for queries. After the signal aborts, no new query starts. */
  captures(signal: AbortSignal): CaptureIndex;
  /** Monitors the standby until the signal aborts. Never rejects. */
  watch(health: Health, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** `connections`: maximum number of concurrent connections to the database. */
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
