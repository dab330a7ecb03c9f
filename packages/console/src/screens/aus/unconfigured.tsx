// Lists the AUs that have content in the repository but no configuration, by namespace.
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { buildNameQueries } from '../../parts/au/name-queries.ts';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { formatHref } from '../../routing/location.ts';
import { configuration, repository } from '../../service/clients.ts';
import { usePagedList } from '../../service/use-paged-list.ts';

interface AuWithContent {
  readonly namespace: string;
  readonly auid: string;
}

/** Number of AUs that are compared with the configuration at a time. */
const PAGE = 500;

export function UnconfiguredAus() {
  const { rows, more, problem, loading, again } = usePagedList<AuWithContent>(loadPage, []);
  return (
    <section class="stack" aria-label={t('aus.unconfigured')}>
      <div class="row">
        <h2>{t('aus.unconfigured')}</h2>
        <a href={formatHref('/aus')}>{t('aus.toConfigured')}</a>
      </div>
      <p class="muted">{t('aus.unconfiguredWhat')}</p>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {rows.length > 0 && (
        <ul class="stack">
          {rows.map(({ namespace, auid }) => (
            <li key={`${namespace} ${auid}`} class="row">
              <AuName auid={auid} link />
              <span class="badge">{namespace}</span>
            </li>
          ))}
        </ul>
      )}
      {rows.length === 0 && more === undefined && !loading && problem === undefined && (
        <EmptyState title={t('aus.noneUnconfigured')} />
      )}
      {loading && <LoadingIndicator />}
      {more !== undefined && !loading && (
        <Button onClick={more}>{t('aus.compareMore', { count: PAGE })}</Button>
      )}
    </section>
  );
}

interface AuWithContentPage {
  readonly rows: readonly AuWithContent[];
  readonly token: string | undefined;
}

/** Loads AUs with content until some are not configured, or the end is reached. */
async function loadPage(token: string | undefined, signal: AbortSignal): Promise<AuWithContentPage> {
  const namespaces = await repository.getNamespaces({}, { signal });
  for (let next = token; ; ) {
    const page = await compareNext(namespaces, next, signal);
    if (page.rows.length > 0 || page.token === undefined) return page;
    next = page.token;
  }
}

/** `token`: index of the namespace, and continuation token of its listing. */
async function compareNext(
  namespaces: readonly string[],
  token: string | undefined,
  signal: AbortSignal,
): Promise<AuWithContentPage> {
  const [at, continuationToken] =
    token === undefined ? [0, undefined] : (JSON.parse(token) as [number, string | undefined]);
  const namespace = namespaces[at];
  if (namespace === undefined) return { rows: [], token: undefined };
  const { auids, pageInfo } = await repository.getAus(
    { namespace, limit: PAGE, ...(continuationToken && { continuationToken }) },
    { signal },
  );
  const queries = buildNameQueries(auids);
  const found = await Promise.all(queries.map((auQuery) => configuration.queryAus({ auQuery }, { signal })));
  const configured = new Set(found.flat().map(({ auId }) => auId));
  const next = pageInfo.continuationToken;
  const isLast = next === undefined && at === namespaces.length - 1;
  return {
    rows: auids.filter((auid) => !configured.has(auid)).map((auid) => ({ namespace, auid })),
    token: isLast ? undefined : JSON.stringify(next === undefined ? [at + 1] : [at, next]),
  };
}
