// Opens the audit log according to a service's settings: lines in log files, and entries in the database.
import { setTimeout as sleep } from 'node:timers/promises';
import { type AuditTarget, includeDroppedLines, type Log } from '@holdfast/service-kit';
import type { AuditWriter } from './audit.ts';
import { limitRefusedLines } from './audit.ts';
import { createAuditBuffer, openConfiguredAudit } from './audit-buffer.ts';
import type { AuditStore } from './audit-store.ts';

interface AuditPlan {
  readonly service: { readonly name: string };
  readonly settings: {
    readonly auditLog: AuditTarget;
    readonly auditKey: string | undefined;
    readonly auditDays: number;
    readonly auditEntries: number;
    readonly auditBytes: number;
  };
  readonly log: Log;
  readonly worker?: { readonly auditKey: string } | undefined;
}

export interface OpenedAuditLog {
  /** Undefined if neither audit lines nor audit entries are written. */
  readonly audit: AuditWriter | undefined;
  /** Undefined if the database contains no audit entries. */
  readonly auditStore: AuditStore | undefined;
  /** Writes entries and periodically deletes old ones, until `stopping` aborts. Call it when the audit table exists. */
  begin(stopping: AbortSignal): void;
  /** Reports dropped lines, and writes the buffered entries. Later entries are dropped. */
  close(): Promise<void>;
}

export function openAuditLog(
  { service, settings, log, worker }: AuditPlan,
  openStore: () => AuditStore,
): OpenedAuditLog {
  const { auditDays: days, auditEntries: most, auditBytes: mostBytes } = settings;
  const auditStore = days === 0 ? undefined : openStore();
  const keeper = auditStore && createAuditBuffer({ store: auditStore, log, nowMs: Date.now });
  if (keeper !== undefined) includeDroppedLines('audit entries', keeper);
  const unlimited = openConfiguredAudit(settings, service.name, { keeper, worker });
  const audit = unlimited && limitRefusedLines(unlimited, { nowMs: Date.now });
  if (audit !== undefined) includeDroppedLines('audit of refused requests', audit);
  return {
    audit,
    auditStore,
    begin: (stopping) => {
      keeper?.open();
      if (auditStore !== undefined)
        void deleteOldEntriesPeriodically(
          { store: auditStore, log, nowMs: Date.now },
          { days, most, mostBytes },
          stopping,
        );
    },
    close: async () => {
      audit?.close();
      await keeper?.close();
    },
  };
}

interface AuditBounds {
  readonly days: number;
  /** Maximum number of audit entries in the database. */
  readonly most: number;
  readonly mostBytes: number;
}

const DAY_MS = 86_400_000;
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 600_000;

/** Deletes old and excess entries every ten minutes, until `stopping` aborts. */
async function deleteOldEntriesPeriodically(
  { store, log, nowMs }: { store: Pick<AuditStore, 'forget'>; log: Log; nowMs(): number },
  { days, most, mostBytes }: AuditBounds,
  stopping: AbortSignal,
): Promise<void> {
  for (let waitMs = FIRST_AFTER_MS; !stopping.aborted; waitMs = EVERY_MS) {
    await sleep(waitMs, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    if (stopping.aborted) return;
    try {
      const gone = await store.forget({ beforeMs: nowMs() - days * DAY_MS, most, mostBytes });
      if (gone > 0) log.info({ entries: gone }, 'deleted old entries of the audit log');
    } catch (error) {
      log.warn({ err: error }, 'old entries of the audit log could not be deleted');
    }
  }
}
