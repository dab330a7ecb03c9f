// Loads what has happened on the node since a given time: notices, imports, and changes of the configuration.
import type { AuditPage } from '@holdfast/api-types';
import { formatHref } from '../../routing/location.ts';
import { canCall, configuration, repository } from '../../service/clients.ts';
import { countNotices } from './count-notices.ts';
import type { OverviewItem } from './overview-item.ts';

export interface RecentItems {
  readonly found: readonly OverviewItem[];
  /** Error of a source that could not be loaded. */
  readonly problem: unknown;
}

type ItemSource = (sinceMs: number, signal: AbortSignal) => Promise<readonly OverviewItem[]>;

interface SourcePage<Row> {
  readonly rows: readonly Row[];
  readonly token: string | undefined;
}

const PAGE = 1_000;

/** Loads the items from all services that the user may query. */
export async function loadRecentItems(sinceMs: number, signal: AbortSignal): Promise<RecentItems> {
  const sources: readonly [isOffered: boolean, source: ItemSource][] = [
    [true, findNotices],
    [canCall('repository', 'getImports'), findImports],
    [canCall('configuration', 'getAudit'), findChanges],
  ];
  const asked = sources.filter(([isOffered]) => isOffered).map(([, source]) => source(sinceMs, signal));
  const answers = await Promise.allSettled(asked);
  return {
    found: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    problem: answers.find((answer) => answer.status === 'rejected')?.reason,
  };
}

const findImports: ItemSource = async (sinceMs, signal) => {
  const imports = await readPages(async (continuationToken) => {
    const page = await repository.getImports({ limit: PAGE, continuationToken }, { signal });
    // Imports are sorted by start time, so later pages contain only older imports.
    const isOver = page.imports.some(({ started }) => started < sinceMs - MAX_IMPORT_MS);
    return { rows: page.imports, token: isOver ? undefined : page.pageInfo.continuationToken };
  });
  const ended = imports.filter(({ outcome, seen }) => outcome !== 'running' && seen >= sinceMs);
  const failed = ended.filter(({ outcome, counts }) => outcome !== 'complete' || counts.ERROR > 0);
  const records = ended.reduce((sum, { counts }) => sum + counts.OK, 0);
  const href = formatHref('/import');
  return [
    ...createCountItems('importErrors', failed.length, href, { isBad: true }),
    ...createCountItems('imports', ended.length, href, { values: { records } }),
  ];
};

/** Maximum assumed duration of an import. */
const MAX_IMPORT_MS = 2 * 86_400_000;

const findNotices: ItemSource = async (sinceMs, signal) => {
  const clients = [
    ...(canCall('repository', 'getNotices') ? [repository] : []),
    ...(canCall('configuration', 'getNotices') ? [configuration] : []),
  ];
  const notices = await Promise.all(
    clients.map((client) =>
      readPages(async (continuationToken) => {
        const page = await client.getNotices({ since: sinceMs, limit: PAGE, continuationToken }, { signal });
        return { rows: page.notices, token: page.continuationToken };
      }),
    ),
  );
  return countNotices(notices.flat());
};

const findChanges: ItemSource = async (sinceMs, signal) => {
  const input = { since: sinceMs, event: 'write', outcome: 'ok', routine: false, limit: PAGE } as const;
  const answer = await configuration.getAudit(input, { signal });
  const { entries, continuationToken } = (await answer.json()) as AuditPage;
  const query = { service: 'configuration', event: 'write', from: toLocalMinute(sinceMs) };
  const key = continuationToken === undefined ? 'changes' : 'changesAtLeast';
  return createCountItems(key, entries.length, formatHref('/audit', query));
};

function createCountItems(
  key: string,
  count: number,
  href: string,
  { values = {}, isBad = false }: Partial<Pick<OverviewItem, 'values' | 'isBad'>> = {},
): OverviewItem[] {
  if (count === 0) return [];
  return [{ key: `overview.since.${key}`, values: { ...values, count }, href, isBad }];
}

async function readPages<Row>(ask: (token: string | undefined) => Promise<SourcePage<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let token: string | undefined;
  do {
    const found = await ask(token);
    rows.push(...found.rows);
    token = found.token;
  } while (token !== undefined);
  return rows;
}

/** Formats a time for the filter of the audit log: local time, such as `2026-11-23T08:15`. */
function toLocalMinute(ms: number): string {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}
