// Plans and sends notifications while the service runs. Every replica does so; database locks prevent duplicate work.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log, Metrics } from '@holdfast/service-kit';
import type { NoticeDatabase } from './index/notice-database.ts';
import {
  deleteOldRows,
  type FindAuNames,
  type PlannerDeps,
  planDeliveries,
} from './planning/plan-deliveries.ts';
import { type DeliveryDeps, RETRY_MS, sendDueDeliveries } from './sending/deliver.ts';
import { createNoticeMetrics } from './sending/metrics.ts';
import { type NotifySettings, readMailSettings, toConsoleBase } from './settings/notify-settings.ts';

export interface NotifyDeps {
  readonly database: NoticeDatabase;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly settings: NotifySettings;
  nowMs(): number;
  /** Finds the names of AUs for messages. Never rejects. */
  readonly findAuNames?: FindAuNames | undefined;
  /** Replaces the default intervals in tests. */
  readonly intervals?: Partial<NotifyIntervals>;
}

export interface NotifyIntervals {
  readonly planEveryMs: number;
  readonly sendEveryMs: number;
  readonly groupMs: number;
  readonly retryMs: readonly number[];
}

const USUAL: NotifyIntervals = {
  planEveryMs: 10_000,
  sendEveryMs: 5_000,
  groupMs: 300_000,
  retryMs: RETRY_MS,
};
const DELETE_EVERY_MS = 3_600_000;

/** Resolves when the signal has aborted and the work has stopped. Never rejects. */
export async function notifyContinuously(deps: NotifyDeps, signal: AbortSignal): Promise<void> {
  const { database, log, metrics, settings, nowMs, findAuNames } = deps;
  const { planEveryMs, sendEveryMs, groupMs, retryMs } = { ...USUAL, ...deps.intervals };
  const context = { node: settings.nodeName, consoleUrl: toConsoleBase(settings.consoleUrl) };
  const planner: PlannerDeps = { database, context, nowMs, groupMs, findAuNames };
  const sender: DeliveryDeps = {
    ...{ database, log, nowMs, retryMs },
    mail: readMailSettings(settings).mail,
    node: settings.nodeName,
    onAttempt: createNoticeMetrics(metrics),
    random: Math.random,
  };
  await Promise.all([
    repeat(log, planEveryMs, signal, () => planDeliveries(planner)),
    repeat(log, sendEveryMs, signal, () => sendDueDeliveries(sender, signal)),
    repeat(log, DELETE_EVERY_MS, signal, () => deleteOldRows(planner)),
  ]);
}

/** Repeats the work until the signal aborts. Logs only the first of several consecutive failures. */
async function repeat(
  log: Log,
  everyMs: number,
  signal: AbortSignal,
  work: () => Promise<unknown>,
): Promise<void> {
  let failing = false;
  while (!signal.aborted) {
    try {
      await work();
      failing = false;
    } catch (error) {
      if (!failing && !signal.aborted) log.warn({ err: error }, 'notifications are delayed');
      failing = true;
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
