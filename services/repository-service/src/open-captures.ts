// What replay asks for captures: a copy of the index that this machine has, a standby of the database, the database itself;
// in this order, as far as the settings ask for them.

import type { ServiceBase } from '@holdfast/http-kit';
import type { Database } from '@holdfast/pg-kit';
import type { Health, Log } from '@holdfast/service-kit';
import type { CaptureIndex } from './domain/replay/capture-index.ts';
import type { ServiceSettings } from './env.ts';
import { captureIndex } from './index/replay/captures.db.ts';
import type { IndexSchema } from './index/schema.ts';
import { openCopy } from './open-copy.ts';
import { openReplica } from './open-replica.ts';

export interface OpenCaptures {
  /** Once the signal has aborted no further query is made. */
  captures(signal: AbortSignal): CaptureIndex;
  /** Looks after the copy and the standby until the signal aborts. Never rejects. */
  keep(health: Health, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** `connections`: of the database, that it may have at once. */
export async function openCaptures(
  settings: ServiceSettings,
  base: ServiceBase<Database<IndexSchema>>,
  { connections, log }: { readonly connections: number; readonly log: Log },
): Promise<OpenCaptures> {
  const replica = openReplica(settings, base, log);
  const copy = await openCopy(settings, base, log);
  const database = { ...base.database.share(connections), replica: replica?.captures };
  return {
    captures(signal) {
      const index = captureIndex(database, signal);
      return copy ? copy.before(index, signal) : index;
    },
    async keep(health, signal) {
      await Promise.all([replica?.watch(health, signal), copy?.keep(signal)]);
    },
    async close() {
      await copy?.close();
      await replica?.close();
    },
  };
}
