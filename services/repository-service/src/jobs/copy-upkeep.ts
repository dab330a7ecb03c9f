// Takes away what tells copies of the replay index of changes, once there are none: it costs every statement that changes
// captures a little.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { dropIdleCopyTriggers } from '../index/replay/copy-triggers.db.ts';
import type { IndexSchema } from '../index/schema.ts';

export interface CopyUpkeepDeps {
  readonly database: Pick<Database<IndexSchema>, 'kysely'>;
  readonly log: Log;
}

const EVERY_MS = 600_000;

/** Every replica looks; it does not matter whether several do at once. Resolves when the signal has aborted. Never rejects. */
export async function keepUpCopies(
  { database, log }: CopyUpkeepDeps,
  signal: AbortSignal,
  everyMs = EVERY_MS,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await dropIdleCopyTriggers(database.kysely)) log.info(DROPPED);
    } catch (error) {
      log.warn({ err: error }, FAILED);
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

const DROPPED =
  'changes are not written down any more for copies of the replay index: there was none for a day';
const FAILED =
  'what tells copies of the replay index of changes could not be taken away; it will be tried again';
