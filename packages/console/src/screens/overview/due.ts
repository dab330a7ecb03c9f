// Lists what is due soon: deletions to approve, the next fixity check, and holds and API tokens that expire.
import type { RepositorySummary } from '@holdfast/api-types';
import { formatHref } from '../../routing/location.ts';
import { canCall, repository } from '../../service/clients.ts';
import type { OverviewItem } from './overview-item.ts';

const DAY_MS = 86_400_000;
/** The next fixity check is listed if it is due within this number of days. */
const CHECK_DAYS = 14;
const HOLD_DAYS = 30;
const TOKEN_DAYS = 14;
const MOST = 1_000;

/** Returns the next fixity check if it is due soon. The condition text reports an overdue check. */
export function listDueChecks({ at, fixity }: RepositorySummary): OverviewItem[] {
  const { oldestCheck, periodDays, walking } = fixity;
  if (oldestCheck === undefined || periodDays === undefined || walking) return [];
  const days = Math.floor((oldestCheck + periodDays * DAY_MS - at) / DAY_MS);
  if (days < 0 || days > CHECK_DAYS) return [];
  return [{ key: 'overview.due.check', values: { count: days }, href: formatHref('/keeping') }];
}

/** Loads the holds and the API tokens that end soon. */
export async function loadDue(nowMs: number, signal: AbortSignal): Promise<OverviewItem[]> {
  const [requests, holds, tokens] = await Promise.all([
    canCall('repository', 'getDeletions')
      ? repository.getDeletions({ state: 'requested', limit: MOST }, { signal })
      : undefined,
    canCall('repository', 'getHolds') ? repository.getHolds({ limit: MOST }, { signal }) : undefined,
    canCall('repository', 'getTokens') ? repository.getTokens({}, { signal }) : undefined,
  ]);
  const isSoon = (end: number | string | undefined, days: number): boolean => {
    const endMs = end === undefined ? Number.NaN : new Date(end).getTime();
    return endMs >= nowMs && endMs < nowMs + days * DAY_MS;
  };
  const holdsEnding = (holds?.holds ?? []).filter(({ until }) => isSoon(until, HOLD_DAYS)).length;
  const tokensEnding = (tokens?.tokens ?? []).filter(({ ends }) => isSoon(ends, TOKEN_DAYS)).length;
  return [
    ...createDueItems(
      'deletions',
      requests?.pageInfo.totalCount ?? 0,
      formatHref('/keeping', { tab: 'deletions' }),
      0,
    ),
    ...createDueItems('holds', holdsEnding, formatHref('/keeping', { tab: 'holds' }), HOLD_DAYS),
    ...createDueItems('tokens', tokensEnding, formatHref('/users'), TOKEN_DAYS),
  ];
}

function createDueItems(key: string, count: number, href: string, days: number): OverviewItem[] {
  return count === 0 ? [] : [{ key: `overview.due.${key}`, values: { count, days: String(days) }, href }];
}
