// The audit logs of both services as one, newest first. Where each of them goes on is said by the entry that was shown last.
import type { AuditEntry, AuditPage } from '@holdfast/api-types';
import type { Page } from '../../service/paged-rows.ts';
import type { ServiceId } from '../../service/session.ts';

export interface AuditRow extends AuditEntry {
  readonly service: ServiceId;
}

/** A page of one service behind the entry of this name. */
type Ask = (service: ServiceId, token: string | undefined) => Promise<AuditPage>;

/** Absent: from its beginning; null: it has no more. */
type Places = Partial<Record<ServiceId, string | null>>;

/** `token`: as the page before gave it. Each service is asked for `limit` entries, so that these are the newest of all. */
export async function mergedPage(
  ask: Ask,
  services: readonly ServiceId[],
  { token, limit }: { token: string | undefined; limit: number },
): Promise<Page<AuditRow>> {
  const places: Places = token === undefined ? {} : JSON.parse(token);
  const open = services.filter((service) => places[service] !== null);
  const pages = await Promise.all(
    open.map(async (service) => ({ service, page: await ask(service, places[service] ?? undefined) })),
  );
  const rows = pages
    .flatMap(({ service, page }) => page.entries.map((entry): AuditRow => ({ ...entry, service })))
    .sort((one, other) => other.at - one.at)
    .slice(0, limit);
  const next: Places = { ...places };
  for (const { service, page } of pages) next[service] = placeBehind(rows, service, page, places[service]);
  const isWhole = services.every((service) => next[service] === null);
  return { rows, token: isWhole ? undefined : JSON.stringify(next) };
}

function placeBehind(
  rows: readonly AuditRow[],
  service: ServiceId,
  { entries, continuationToken }: AuditPage,
  before: string | null | undefined,
): string | null {
  const shown = rows.filter((row) => row.service === service);
  if (shown.length === entries.length) return continuationToken ?? null;
  // Nothing of it was among the newest.
  return shown.at(-1)?.id ?? before ?? START;
}

/** Of no entry: all stand behind it. */
const START = '999999999999999.0';
