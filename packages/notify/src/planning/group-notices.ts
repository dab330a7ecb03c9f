// Groups the notices for a target into messages, one for each kind and status. A message never contains both the start
// and the end of a condition.
import type { NoticeTarget } from '../index/targets.db.ts';
import type { StoredNotice } from '../notices/notice.ts';

export interface PlannedMessages {
  /** Notices of each message, oldest first. */
  readonly groups: readonly (readonly StoredNotice[])[];
  /** Notices above the hourly limit, which are only counted. */
  readonly overflow: readonly StoredNotice[];
}

/** Plans the messages for a target. `sent` is the number of messages in the last hour. */
export function groupNotices(
  { kinds, weekly, hourlyCap }: Pick<NoticeTarget, 'kinds' | 'weekly' | 'hourlyCap'>,
  notices: readonly StoredNotice[],
  sent: number,
): PlannedMessages {
  const wanted = notices.filter(({ kind }) => (kind === 'summary.weekly' ? weekly : kinds.includes(kind)));
  const groups = [...Map.groupBy(wanted, ({ kind, status }) => `${kind} ${status}`).values()];
  const left = Math.max(0, hourlyCap - sent);
  return { groups: groups.slice(0, left), overflow: groups.slice(left).flat() };
}

const WEEK_MS = 7 * 86_400_000;
/** Monday, 5 January 1970, 06:00 UTC. */
const FIRST_MONDAY_MS = (4 * 24 + 6) * 3_600_000;

/** Returns the time of the last Monday, 06:00 UTC. */
export function findLastMonday(nowMs: number): number {
  return nowMs - ((((nowMs - FIRST_MONDAY_MS) % WEEK_MS) + WEEK_MS) % WEEK_MS);
}
