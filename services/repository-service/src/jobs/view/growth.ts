// Samples how much is stored, in time. Every replica looks; the database lets one of them take each sample.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@holdfast/pg-kit';
import type { Log, Room } from '@holdfast/service-kit';
import type { IndexSchema } from '../../index/schema.ts';
import { takeSample, thinSamples } from '../../index/view/growth.db.ts';

export interface SamplingDeps {
  readonly database: Database<IndexSchema>;
  readonly room?: Room;
  readonly log: Log;
}

const LOOK_EVERY_MS = 60_000;

/** Until the signal aborts. Never rejects. */
export async function keepSampling(
  { database, room, log }: SamplingDeps,
  signal: AbortSignal,
  everyMs = LOOK_EVERY_MS,
): Promise<void> {
  while (!signal.aborted) {
    await room?.untilFree(signal);
    if (signal.aborted) return;
    try {
      if (await takeSample(database.kysely)) await thinSamples(database.kysely);
    } catch (error) {
      log.warn({ err: error }, 'how much is stored could not be noted; it will be tried again');
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
