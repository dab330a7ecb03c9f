// Merges the audit logs of both services, newest entry first, page by page.
import type { AuditEntry, AuditPage } from '@holdfast/api-types';
import type { RowPage } from '../../service/paged-rows.ts';
import type { ServiceId } from '../../service/session.ts';

export interface AuditRow extends AuditEntry {
  readonly service: ServiceId;
}

/** Requests a page of entries from one service. The page starts after the entry that `token` identifies. */
type AuditPageLoader = (service: ServiceId, token: string | undefined) => Promise<AuditPage>;

/** Continuation token of each service. Missing before the first page, null after the last page. */
type ServicePositions = Partial<Record<ServiceId, string | null>>;

/**
 * Returns the next merged page. `token` comes from the previous page. Requests `limit` entries from each service, which
 * is enough even if the whole page comes from one service.
 */
export async function loadMergedPage(
  ask: AuditPageLoader,
  services: readonly ServiceId[],
  { token, limit }: { token: string | undefined; limit: number },
): Promise<RowPage<AuditRow>> {
  const positions: ServicePositions = token === undefined ? {} : JSON.parse(token);
  const open = services.filter((service) => positions[service] !== null);
  const pages = await Promise.all(
    open.map(async (service) => ({ service, page: await ask(service, positions[service] ?? undefined) })),
  );
  const rows = pages
    .flatMap(({ service, page }) => page.entries.map((entry): AuditRow => ({ ...entry, service })))
    .sort((one, other) => other.at - one.at)
    .slice(0, limit);
  const next: ServicePositions = { ...positions };
  for (const { service, page } of pages)
    next[service] = findNextPosition(rows, service, page, positions[service]);
  const isWhole = services.every((service) => next[service] === null);
  return { rows, token: isWhole ? undefined : JSON.stringify(next) };
}

function findNextPosition(
  rows: readonly AuditRow[],
  service: ServiceId,
  { entries, continuationToken }: AuditPage,
  before: string | null | undefined,
): string | null {
  const shown = rows.filter((row) => row.service === service);
  if (shown.length === entries.length) return continuationToken ?? null;
  // Continues after the last entry of this service on this page. If the page has no entry of this service, continues
  // where the page started.
  return shown.at(-1)?.id ?? before ?? START;
}

/** Token that precedes every entry. */
const START = '999999999999999.0';
