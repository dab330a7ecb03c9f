// Expires deletion requests that nobody has decided in time, and deletes the oldest ended deletions from the list.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Executor } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { decideDeletion } from '../../index/deletion/deletions.db.ts';
import { listRequestsOlderThan } from '../../index/deletion/listed-deletions.db.ts';
import { deleteOldDeletions } from '../../index/deletion/old-deletions.db.ts';
import type { IndexSchema } from '../../index/schema.ts';

interface ExpiryDeps {
  readonly database: Database<IndexSchema>;
  readonly log: Log;
}

interface ExpirySettings {
  readonly deletionRequestAgeMs: number;
  readonly deletionsKept: number;
}

const LOOK_EVERY_MS = 600_000;
const AT_ONCE = 100;

/** Expires old requests and deletes old deletions every ten minutes until the signal aborts. Never rejects. */
export async function expireRequestsPeriodically(
  { database, log }: ExpiryDeps,
  { deletionRequestAgeMs, deletionsKept }: ExpirySettings,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await expireDeletionRequests(database.kysely, deletionRequestAgeMs);
      await pruneDeletions(database.kysely, deletionsKept);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'old deletion requests could not be expired');
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Expires all open requests of at least this age. */
export async function expireDeletionRequests(db: Executor<IndexSchema>, ageMs: number): Promise<void> {
  for (;;) {
    const requests = await listRequestsOlderThan(db, ageMs, AT_ONCE);
    for (const request of requests) await decideDeletion(db, request, { kind: 'expire' });
    if (requests.length < AT_ONCE) return;
  }
}

/**
 * Retains the latest `most` deletions. Deletes older ones, except open requests and deletions that can still be undone.
 */
export async function pruneDeletions(db: Executor<IndexSchema>, most: number): Promise<void> {
  while ((await deleteOldDeletions(db, { most, limit: AT_ONCE })) === AT_ONCE);
}
