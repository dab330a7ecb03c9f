// Screen of the content of a namespace or an AU: tree, list, search, and the captures of a URL.
import { t } from '../../language/t.ts';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Tabs } from '../../parts/basic/tabs.tsx';
import type { ContentScope } from '../../parts/captures/scope.ts';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { formatHref, setQuery } from '../../routing/location.ts';
import type { ScreenProps } from '../../routing/route.ts';
import { canCall, repository } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';
import { parseContentSearch } from './content-search.ts';
import { NearestCapture, parseNearestTime } from './nearest-capture.tsx';
import { SearchResults } from './results.tsx';
import { ScopeBar } from './scope-bar.tsx';
import { ContentSearchForm } from './search-form.tsx';
import { makeUrlListCall, UrlList } from './url-list.tsx';
import { UrlPanel } from './url-panel.tsx';
import { makeUrlTreeCall, UrlTree } from './url-tree.tsx';

export default function ContentScreen({ params, query }: ScreenProps) {
  const [url, atMs] = [query.get('url'), parseNearestTime(query)];
  if (params.namespace !== undefined && url !== null && atMs !== undefined)
    return <NearestCapture namespace={params.namespace} url={url} atMs={atMs} />;
  return <BrowsedContent params={params} query={query} />;
}

function BrowsedContent({ params, query }: ScreenProps) {
  const namespaces = useResponse((signal) => repository.getNamespaces({}, { signal }), []);
  const { value, problem, again } = namespaces;
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  const namespace = params.namespace ?? value[0];
  if (namespace === undefined) return <NoContent />;
  const scope = { namespace, auid: params.auid };
  return (
    <div class="stack content">
      <h1>{t('content.title')}</h1>
      <ScopeBar scope={scope} namespaces={value} />
      <ScopeContent key={JSON.stringify(scope)} scope={scope} query={query} />
    </div>
  );
}

function NoContent() {
  const action = canCall('repository', 'addArtifacts') && (
    <a href={formatHref('/import')}>{t('content.import')}</a>
  );
  return (
    <>
      <h1>{t('content.title')}</h1>
      <EmptyState title={t('content.nothing')} action={action || undefined} />
    </>
  );
}

function ScopeContent({ scope, query }: { scope: ContentScope; query: URLSearchParams }) {
  const search = parseContentSearch(query, scope);
  const url = query.get('url') ?? undefined;
  const view = query.get('view') === 'list' ? 'list' : 'tree';
  const choose = (chosen: string | undefined) => setQuery({ url: chosen }, { replace: false });
  return (
    <>
      <ContentSearchForm scope={scope} search={search} />
      <div class={`content-split${url === undefined ? '' : ' content-chosen'}`}>
        <div class="content-urls">
          {search ? (
            <SearchResults scope={scope} search={search} chosen={url} onChoose={choose} />
          ) : (
            <Tabs
              label={t('content.views')}
              tabs={[
                { key: 'tree', label: t('content.tree') },
                { key: 'list', label: t('content.list') },
              ]}
              current={view}
              onChange={(key) => setQuery({ view: key === 'tree' ? undefined : key })}
            >
              {view === 'tree' ? (
                <UrlTree scope={scope} chosen={url} onChoose={choose} />
              ) : (
                <UrlList scope={scope} urlPrefix="" chosen={url} onChoose={choose} />
              )}
              <CopyAsCurl {...(view === 'tree' ? makeUrlTreeCall(scope) : makeUrlListCall(scope))} />
            </Tabs>
          )}
        </div>
        {url !== undefined && (
          <UrlPanel key={url} scope={scope} url={url} onClose={() => choose(undefined)} />
        )}
      </div>
    </>
  );
}
