// Creates deliveries from notices, in one transaction. Waits a few minutes after the first notice, so that one message
// covers several notices. Also records reminders of incidents and the weekly summary, and deletes old rows.
import {
  countRecentDeliveries,
  deleteOldDeliveries,
  findOpenOverflow,
  insertDeliveries,
  type NewDelivery,
  saveOverflow,
} from '../index/deliveries.db.ts';
import { remindOfIncidents } from '../index/incidents.db.ts';
import type { NoticeDatabase, NoticeExecutor } from '../index/notice-database.ts';
import {
  countNoticesByKind,
  deleteOldNotices,
  hasNoticeSince,
  listUnplannedNotices,
  markNoticesPlanned,
  recordNotices,
  tryPlannerLock,
} from '../index/notices.db.ts';
import { listTargets, type NoticeTarget } from '../index/targets.db.ts';
import type { StoredNotice } from '../notices/notice.ts';
import { type MessageContext, makeNoticeMessage, makeOverflowMessage } from '../texts/make-message.ts';
import { findLastMonday, groupNotices } from './group-notices.ts';

export interface PlannerDeps {
  readonly database: NoticeDatabase;
  readonly context: MessageContext;
  nowMs(): number;
  /** Time for which a message waits for further notices after its first notice. */
  readonly groupMs: number;
  /** Finds the names of AUs for messages, as far as they are known. Never rejects. Undefined if no AU has a name. */
  readonly findAuNames?: FindAuNames | undefined;
}

export type FindAuNames = (auids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Maximum number of notices that one transaction plans. */
const BATCH = 1_000;
/** Maximum number of AUs whose names are found for the messages of one transaction. */
const MAX_NAMED_AUS = 200;
const REMIND_EVERY_MS = 86_400_000;
const WEEK_MS = 7 * 86_400_000;

/** Plans all notices that are due, unless another process is planning. Returns the number of planned notices. */
export async function planDeliveries(deps: PlannerDeps): Promise<number> {
  const { owner, inTransaction } = deps.database;
  let planned = 0;
  for (let found = BATCH; found === BATCH; planned += found) {
    // Names come from another service, which may be slow, so they are found before the transaction.
    const context = { ...deps.context, auNames: await findNamesOfDueAus(deps) };
    found = await inTransaction(async (tx) => {
      if (!(await tryPlannerLock(tx, owner))) return 0;
      await remindOfIncidents(tx, owner, REMIND_EVERY_MS);
      await recordWeeklySummary(deps, tx);
      return planBatch({ ...deps, context }, tx);
    });
  }
  return planned;
}

async function findNamesOfDueAus(deps: PlannerDeps): Promise<ReadonlyMap<string, string> | undefined> {
  const { database, findAuNames } = deps;
  if (findAuNames === undefined) return undefined;
  const notices = await listUnplannedNotices(database.db, database.owner, BATCH);
  if (!isDue(deps, notices)) return undefined;
  const auids = [...new Set(notices.flatMap(({ auid }) => (auid === undefined ? [] : [auid])))];
  return auids.length === 0 ? undefined : findAuNames(auids.slice(0, MAX_NAMED_AUS));
}

/** Returns whether the oldest notice has waited long enough for further notices. */
const isDue = ({ nowMs, groupMs }: PlannerDeps, [first]: readonly StoredNotice[]): boolean =>
  first !== undefined && nowMs() - first.at >= groupMs;

/** Deletes old notices and deliveries. */
export async function deleteOldRows({ database, nowMs }: PlannerDeps): Promise<void> {
  await deleteOldNotices(database.db, database.owner, nowMs());
  await deleteOldDeliveries(database.db, database.owner);
}

async function planBatch(deps: PlannerDeps, tx: NoticeExecutor): Promise<number> {
  const { owner } = deps.database;
  const notices = await listUnplannedNotices(tx, owner, BATCH);
  if (!isDue(deps, notices)) return 0;
  const recent = await countRecentDeliveries(tx, owner);
  const targets = await listTargets(tx, owner);
  for (const target of targets.filter(({ enabled }) => enabled))
    await planForTarget(deps, tx, { target, notices, sent: recent.get(target.id) ?? 0 });
  await markNoticesPlanned(
    tx,
    owner,
    notices.map(({ id }) => id),
  );
  return notices.length;
}

async function planForTarget(
  { database: { owner }, context, nowMs }: PlannerDeps,
  tx: NoticeExecutor,
  of: { readonly target: NoticeTarget; readonly notices: readonly StoredNotice[]; readonly sent: number },
): Promise<void> {
  const { target, notices, sent } = of;
  const { groups, overflow } = groupNotices(target, notices, sent);
  const deliveries = groups.map(
    (group): NewDelivery => ({
      target: target.id,
      notices: group.length,
      ...makeNoticeMessage(context, target, group),
    }),
  );
  await insertDeliveries(tx, owner, deliveries);
  if (overflow.length === 0) return;
  const open = await findOpenOverflow(tx, owner, target.id);
  const count = overflow.length + (open?.notices ?? 0);
  const message = makeOverflowMessage(context, target, { count, atMs: nowMs() });
  await saveOverflow(tx, owner, { target: target.id, notices: count, ...message }, open?.id);
}

/**
 * Records the summary of the last week once, on Monday, if a target that was created before Monday subscribes to it.
 */
async function recordWeeklySummary({ database, nowMs }: PlannerDeps, tx: NoticeExecutor): Promise<void> {
  const mondayMs = findLastMonday(nowMs());
  const targets = await listTargets(tx, database.owner);
  if (!targets.some(({ weekly, enabled, createdMs }) => weekly && enabled && createdMs < mondayMs)) return;
  if (await hasNoticeSince(tx, database.owner, 'summary.weekly', mondayMs)) return;
  const counts = await countNoticesByKind(tx, database.owner, {
    sinceMs: mondayMs - WEEK_MS,
    untilMs: mondayMs,
  });
  await recordNotices(tx, database.owner, [
    { kind: 'summary.weekly', status: 'event', at: nowMs(), detail: { counts } },
  ]);
}
