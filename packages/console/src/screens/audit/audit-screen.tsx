// Screen of the audit log: which user did what, when, from which address, and with which result. Shows the log of one
// service, or both logs merged.
import type { AuditPage } from '@holdfast/api-types';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Tabs } from '../../parts/basic/tabs.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { setQuery } from '../../routing/location.ts';
import type { ScreenProps } from '../../routing/route.ts';
import { canCall, configuration, listWriteOperations, repository } from '../../service/clients.ts';
import type { ServiceId } from '../../service/session.ts';
import { usePagedRows } from '../../service/use-paged-rows.ts';
import { AuditTable } from './audit-table.tsx';
import { CsvButton } from './csv-button.tsx';
import { AuditEntryDialog } from './entry-dialog.tsx';
import {
  type AuditFilter,
  EMPTY_AUDIT_FILTER,
  parseAuditFilter,
  selectServices,
  toAuditInput,
} from './filter.ts';
import { AuditFilterForm } from './filter-form.tsx';
import { type AuditTableRow, foldAuditRows } from './fold.ts';
import { FoldedEntriesDialog } from './folded-dialog.tsx';
import { loadMergedPage } from './merged-log.ts';

const LIMIT = 100;
/** Maximum number of new entries to count. */
const MAX_NEWS = 100;

export default function AuditScreen({ query }: ScreenProps) {
  const there = (['repository', 'configuration'] as const).filter((service) => canCall(service, 'getAudit'));
  const chosen = there.find((service) => service === query.get('service'));
  const filter = parseAuditFilter(query);
  const shown = chosen === undefined ? there : [chosen];
  const entries = <Entries key={shown.join()} services={shown} filter={filter} />;
  return (
    <div class="audit stack">
      <header class="screen-head">
        <h1>{t('audit.title')}</h1>
      </header>
      <AuditFilterForm
        filter={filter}
        operations={[...new Set(shown.flatMap(listWriteOperations))].sort()}
        hasArtifacts={shown.includes('repository')}
        onFilter={applyFilter}
      />
      {there.length === 1 ? (
        entries
      ) : (
        <Tabs
          label={t('audit.service')}
          tabs={[
            { key: 'both', label: t('audit.both') },
            ...there.map((key) => ({ key, label: t(`audit.service.${key}`) })),
          ]}
          current={chosen ?? 'both'}
          onChange={(key) => setQuery({ service: key === 'both' ? undefined : key })}
        >
          {entries}
        </Tabs>
      )}
    </div>
  );
}

function applyFilter(filter: AuditFilter): void {
  setQuery({ ...filter }, { replace: false });
}

type AuditInput = ReturnType<typeof toAuditInput>;

async function fetchAuditPage(
  service: ServiceId,
  input: AuditInput & { limit: number; continuationToken?: string },
  signal: AbortSignal,
): Promise<AuditPage> {
  const operations = service === 'repository' ? repository : configuration;
  const answer = await operations.getAudit(input, { signal });
  return answer.json();
}

function Entries({ services, filter }: { services: readonly ServiceId[]; filter: AuditFilter }) {
  const [round, setRound] = useState(0);
  const [opened, open] = useState<AuditTableRow | undefined>(undefined);
  const sides = selectServices(filter, services);
  const input = toAuditInput(filter);
  const load = (token: string | undefined, limit: number, signal: AbortSignal) =>
    loadMergedPage(
      (service, place) =>
        fetchAuditPage(service, { ...input, limit, ...(place && { continuationToken: place }) }, signal),
      sides,
      { token, limit },
    );
  const rows = usePagedRows<AuditTableRow>(
    async (token, signal) => {
      const page = await load(token, LIMIT, signal);
      return { rows: foldAuditRows(page.rows), token: page.token };
    },
    [filter, sides, round],
  );
  const isEmpty = rows.isWhole && rows.known === 0;
  const newest = useNewestTime(rows.rowAt(0)?.[0].at, isEmpty, [filter, sides, round]);
  const again = () => setRound(round + 1);
  if (rows.known === 0 && !rows.isWhole)
    return rows.problem === undefined ? (
      <LoadingIndicator />
    ) : (
      <ProblemMessage of={rows.problem} again={again} />
    );
  return (
    <div class="stack">
      <div class="row audit-bar">
        <News
          services={sides}
          input={input}
          isOpenEnded={filter.to === ''}
          newestMs={newest}
          onShow={again}
        />
        <CsvButton load={load} />
        <CopyAsCurl
          service={sides[0] ?? 'repository'}
          operation="getAudit"
          input={{ ...input, limit: LIMIT }}
        />
      </div>
      <AuditTable rows={rows} ofBoth={sides.length > 1} onOpen={open} />
      {rows.problem !== undefined && <ProblemMessage of={rows.problem} again={() => rows.again()} />}
      {opened !== undefined && opened.length > 1 && (
        <FoldedEntriesDialog line={opened} onOpen={(row) => open([row])} onClose={() => open(undefined)} />
      )}
      {opened?.length === 1 && (
        <AuditEntryDialog
          row={opened[0]}
          onClose={() => open(undefined)}
          onRequest={(request) => {
            open(undefined);
            applyFilter({ ...EMPTY_AUDIT_FILTER, request });
          }}
        />
      )}
    </div>
  );
}

/** Returns the time of the newest entry. Stores the time in the state, because scrolling may discard the first row. */
function useNewestTime(
  atMs: number | undefined,
  isEmpty: boolean,
  deps: readonly unknown[],
): number | undefined {
  const [known, setKnown] = useState<{ of: string; ms: number | undefined }>({ of: '', ms: undefined });
  const of = JSON.stringify(deps);
  const ms = atMs ?? (isEmpty ? 0 : undefined);
  if (ms !== undefined && known.of !== of) setKnown({ of, ms });
  return known.of === of ? known.ms : ms;
}

interface NewsProps {
  readonly services: readonly ServiceId[];
  readonly input: AuditInput;
  /** True if the filter has no end time. A filter with an end time cannot match new entries. */
  readonly isOpenEnded: boolean;
  readonly newestMs: number | undefined;
  readonly onShow: () => void;
}

function News({ services, input, isOpenEnded, newestMs, onShow }: NewsProps) {
  const count = async (sinceMs: number, signal: AbortSignal): Promise<number> => {
    const since = Math.max(sinceMs + 1, (input as { since?: number }).since ?? 0);
    const pages = await Promise.all(
      services.map((service) => fetchAuditPage(service, { ...input, since, limit: MAX_NEWS }, signal)),
    );
    return pages.reduce((sum, { entries }) => sum + entries.length, 0);
  };
  const news = useNewEntryCount(count, isOpenEnded ? newestMs : undefined, [services, input]);
  return (
    <span class="audit-news" role="status">
      {news > 0 && <Button onClick={onShow}>{t('audit.news', { count: news })}</Button>}
    </span>
  );
}

/** Polling interval for the number of new entries while the page is visible, in milliseconds. */
const EVERY_MS = 5_000;

/**
 * Returns the number of entries since `sinceMs`, updated periodically by calling `count`. Requests nothing if `sinceMs`
 * is undefined.
 */
function useNewEntryCount(
  count: (sinceMs: number, signal: AbortSignal) => Promise<number>,
  sinceMs: number | undefined,
  deps: readonly unknown[],
): number {
  const [news, setNews] = useState(0);
  useEffect(() => {
    setNews(0);
    if (sinceMs === undefined) return;
    const unwanted = new AbortController();
    const timer = setInterval(() => {
      if (document.hidden) return;
      // Ignores errors, because the next poll repeats the request.
      count(sinceMs, unwanted.signal).then(setNews, () => undefined);
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
      unwanted.abort();
    };
  }, [sinceMs, JSON.stringify(deps)]);
  return news;
}
