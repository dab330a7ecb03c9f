// Search results. Uses the search index for parts of URLs, the artifacts for prefixes, and the replay index for hosts
// and domains.
import { useSignal } from '@preact/signals';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { CaptureTime } from '../../parts/basic/capture-time.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Tabs } from '../../parts/basic/tabs.tsx';
import { type CaptureLine, listCapturedUrls, MAX_LISTED_URLS } from '../../parts/captures/captures.ts';
import type { ContentScope } from '../../parts/captures/scope.ts';
import { UrlLine } from '../../parts/captures/url-text.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { DataTable, type TableColumn } from '../../parts/table/data-table.tsx';
import { FoundCaptureTable } from '../../search/capture-table.tsx';
import { findCaptures } from '../../search/find-captures.ts';
import { useResponse } from '../../service/use-response.ts';
import { type ContentSearch, findHost } from './content-search.ts';
import { findUrlPrefixes, UrlList } from './url-list.tsx';

interface ResultsProps {
  readonly scope: ContentScope;
  readonly search: ContentSearch;
  readonly chosen: string | undefined;
  readonly onChoose: (url: string) => void;
}

export function SearchResults({ scope, search: { kind, text }, chosen, onChoose }: ResultsProps) {
  if (kind === 'part') return <Parts scope={scope} text={text} chosen={chosen} onChoose={onChoose} />;
  if (kind === 'prefix')
    return SCHEME.test(text) ? (
      <UrlList scope={scope} urlPrefix={text} chosen={chosen} onChoose={onChoose} />
    ) : (
      <SchemelessResults scope={scope} text={text} chosen={chosen} onChoose={onChoose} />
    );
  return <CapturedUrls scope={scope} kind={kind} host={findHost(text) ?? text} onChoose={onChoose} />;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

interface TextProps extends Omit<ResultsProps, 'search'> {
  readonly text: string;
}

/** Shows the results for an address without a scheme. Searches for both the https and the http address. */
function SchemelessResults({ scope, text, chosen, onChoose }: TextProps) {
  const { value, problem, again } = useResponse(
    (signal) => findUrlPrefixes(scope, text, signal),
    [JSON.stringify(scope), text],
  );
  const own = useSignal<string | undefined>(undefined);
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  if (value.length === 0)
    return <EmptyState title={t('content.notFound')}>{t('content.beginsWithScheme')}</EmptyState>;
  const current = value.find((prefix) => prefix === own.value) ?? value[0]!;
  const list = <UrlList scope={scope} urlPrefix={current} chosen={chosen} onChoose={onChoose} />;
  if (value.length === 1) return list;
  return (
    <Tabs
      label={t('content.searchFor')}
      tabs={value.map((prefix) => ({ key: prefix, label: shortenMiddle(prefix, 60) }))}
      current={current}
      onChange={(key) => {
        own.value = key;
      }}
    >
      {list}
    </Tabs>
  );
}

/** Maximum number of captures that the service returns. */
const MAX_FOUND = 50;

/** Shows the URLs of the namespace that contain the text. */
function Parts({ scope: { namespace, auid }, text, chosen, onChoose }: TextProps) {
  const { value, problem, again } = useResponse(
    (signal) => findCaptures(text, MAX_FOUND, signal, namespace),
    [namespace, text],
  );
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  return (
    <div class="stack">
      {auid !== undefined && <p class="small muted">{t('content.ofAllAus')}</p>}
      <FoundCaptureTable found={value} onChooseUrl={onChoose} isNarrow={chosen !== undefined} />
    </div>
  );
}

interface CapturedUrlsProps {
  readonly scope: ContentScope;
  readonly kind: 'host' | 'domain';
  readonly host: string;
  readonly onChoose: (url: string) => void;
}

function CapturedUrls({ scope: { namespace, auid }, kind, host, onChoose }: CapturedUrlsProps) {
  const { value, problem, again } = useResponse(
    (signal) => listCapturedUrls({ namespace, url: host, matchType: kind }, signal),
    [namespace, kind, host],
  );
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  if (value.length === 0)
    return <EmptyState title={t('content.notFound')}>{t('content.notFoundWhy')}</EmptyState>;
  return (
    <div class="stack">
      {auid !== undefined && <p class="small muted">{t('content.ofAllAus')}</p>}
      {value.length === MAX_LISTED_URLS && (
        <p class="small muted">{t('content.firstUrls', { count: MAX_LISTED_URLS })}</p>
      )}
      <DataTable
        label={t('content.found')}
        columns={createColumns()}
        count={value.length}
        rowAt={(index) => value[index]}
        keyOf={({ urlkey }) => urlkey}
        onOpen={({ url }) => onChoose(url)}
      />
    </div>
  );
}

const createColumns = (): TableColumn<CaptureLine>[] => [
  {
    key: 'url',
    head: t('content.url'),
    width: 'minmax(14rem, 1fr)',
    cell: ({ url }) => <UrlLine url={url} />,
  },
  { key: 'type', head: t('content.type'), width: '9rem', cell: ({ mime }) => <bdi class="cut">{mime}</bdi> },
  {
    key: 'captured',
    head: t('content.firstCaptured'),
    width: '15rem',
    cell: ({ ms }) => <CaptureTime at={ms} />,
  },
];
