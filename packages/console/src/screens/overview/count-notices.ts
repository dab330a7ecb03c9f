// Counts the notices of both services: one item for each kind of event, and one for all conditions that began.
import type { Notice, NoticeKind } from '@holdfast/api-types';
import { formatHref } from '../../routing/location.ts';
import type { OverviewItem } from './overview-item.ts';

interface Listed {
  /** Tab of the Preservation screen with the details. Undefined for the screen of fixity checks. */
  readonly tab?: 'damage' | 'copies' | 'purges' | 'deletions' | 'holds';
  readonly isBad?: boolean;
}

/** Events that the overview lists, in this order. Imports come from the import history instead. */
const LISTED: Readonly<Partial<Record<NoticeKind, Listed>>> = {
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

/** Returns an item for each kind, with the number of artifacts, or of events that have no artifacts. */
export function countNotices(notices: readonly Pick<Notice, 'kind' | 'status' | 'detail'>[]): OverviewItem[] {
  const events = Object.entries(LISTED).flatMap(([kind, { tab, isBad = false }]): OverviewItem[] => {
    const count = notices
      .filter((notice) => notice.kind === kind)
      .reduce((sum, { detail }) => sum + (detail.count ?? 1), 0);
    if (count === 0) return [];
    return [{ key: `overview.since.${kind}`, values: { count }, href: hrefOf(tab), isBad }];
  });
  const began = notices.filter(({ status }) => status === 'firing').length;
  if (began === 0) return events;
  const conditions = {
    key: 'overview.since.conditions',
    values: { count: began },
    href: formatHref('/keeping'),
  };
  return [...events, { ...conditions, isBad: true }];
}

const hrefOf = (tab: Listed['tab']): string =>
  tab === undefined ? formatHref('/checks') : formatHref('/keeping', { tab });
