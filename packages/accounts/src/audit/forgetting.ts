// Has the audit log forget what is too old, or too much, now and then.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@holdfast/service-kit';
import type { AuditStore } from './audit-store.ts';

export interface AuditBounds {
  readonly days: number;
  /** Entries. */
  readonly most: number;
  readonly mostBytes: number;
}

const DAY_MS = 86_400_000;
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 600_000;

/** Until `stopping` aborts. */
export async function keepForgetting(
  { store, log, nowMs }: { store: Pick<AuditStore, 'forget'>; log: Log; nowMs(): number },
  { days, most, mostBytes }: AuditBounds,
  stopping: AbortSignal,
): Promise<void> {
  for (let waitMs = FIRST_AFTER_MS; !stopping.aborted; waitMs = EVERY_MS) {
    await sleep(waitMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    if (stopping.aborted) return;
    try {
      const gone = await store.forget({ beforeMs: nowMs() - days * DAY_MS, most, mostBytes });
      if (gone > 0) log.info({ entries: gone }, 'old entries of the audit log were let go');
    } catch (error) {
      log.warn({ err: error }, 'the audit log could not be shortened');
    }
  }
}
