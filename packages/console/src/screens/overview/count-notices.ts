// Counts the notices of both services: one item for each kind of event, one for all conditions that are still active,
// and one for all conditions that have ended.
import type { Notice, NoticeKind } from '@holdfast/api-types';
import { formatHref } from '../../routing/location.ts';
import { canCall } from '../../service/clients.ts';
import type { OverviewItem } from './overview-item.ts';

interface ListedKind {
  /** Tab of the Preservation screen with the details. Undefined for the screen of fixity checks. */
  readonly tab?: 'damage' | 'copies' | 'purges' | 'deletions' | 'holds';
  readonly isBad?: boolean;
}

/** Events that the overview lists, in this order. Imports come from the import history instead. */
const LISTED: Readonly<Partial<Record<NoticeKind, ListedKind>>> = {
  'damage.found': { tab: 'damage', isBad: true },
  'damage.repaired': { tab: 'damage' },
  'copy.repaired': { tab: 'copies' },
  'deletion.requested': { tab: 'deletions' },
  'deletion.done': { tab: 'deletions' },
  'deletion.restored': { tab: 'deletions' },
  'purge.ordered': { tab: 'purges' },
  'hold.placed': { tab: 'holds' },
  'hold.lifted': { tab: 'holds' },
  'check.finished': {},
};

type CountedNotice = Pick<Notice, 'at' | 'kind' | 'status' | 'incident' | 'detail'>;

/** Returns an item for each kind with the number of affected artifacts. An event without artifacts counts as one. */
export function countNotices(notices: readonly CountedNotice[]): OverviewItem[] {
  const events = Object.entries(LISTED).flatMap(([kind, { tab, isBad = false }]): OverviewItem[] => {
    const count = notices
      .filter((notice) => notice.kind === kind)
      .reduce((sum, { detail }) => sum + (detail.count ?? 1), 0);
    if (count === 0) return [];
    return [{ key: `overview.since.${kind}`, values: { count }, href: formatTabHref(tab), isBad }];
  });
  return [...events, ...countConditions(notices)];
}

/**
 * Counts each condition once, even if reminders were sent. The latest notice decides whether the condition has ended.
 */
function countConditions(notices: readonly CountedNotice[]): OverviewItem[] {
  const latest = new Map<string | undefined, CountedNotice['status']>();
  for (const { status, incident } of notices.toSorted((one, other) => one.at - other.at))
    if (status !== 'event') latest.set(incident, status);
  const statuses = [...latest.values()];
  const href = formatConditionsHref();
  return (['firing', 'resolved'] as const).flatMap((status) => {
    const count = statuses.filter((one) => one === status).length;
    if (count === 0) return [];
    const key = status === 'firing' ? 'overview.since.conditions' : 'overview.since.conditionsEnded';
    return [{ key, values: { count }, href, isBad: status === 'firing' }];
  });
}

/** Only user administrators may see the list of conditions. */
function formatConditionsHref(): string {
  const maySeeList =
    canCall('repository', 'getNoticeTargets') || canCall('configuration', 'getNoticeTargets');
  return formatHref(maySeeList ? '/notifications' : '/keeping');
}

const formatTabHref = (tab: ListedKind['tab']): string =>
  tab === undefined ? formatHref('/checks') : formatHref('/keeping', { tab });
