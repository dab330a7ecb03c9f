// Screen of all results of a search: captures in a table, and AUs, titles and publishers in lists. The search box above
// the screen starts a search.
import type { FoundCapture } from '@holdfast/api-types';
import { formatBytes, formatDuration } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { UrlLine } from '../../parts/captures/url-text.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { DataTable, type TableColumn } from '../../parts/table/data-table.tsx';
import { formatHref, navigate } from '../../routing/location.ts';
import type { ScreenProps } from '../../routing/route.ts';
import { formatCaptureCount, formatCaptureDate } from '../../search/capture-facts.ts';
import { type FoundCaptures, findCaptures } from '../../search/find-captures.ts';
import { formatCapturePath } from '../../search/search-paths.ts';
import { canCall } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';
import { FoundAus, FoundPublishers, FoundTitles } from './found-names.tsx';

/** Maximum number of captures that the service returns. */
const MOST_CAPTURES = 50;

export default function SearchScreen({ query }: ScreenProps) {
  const text = query.get('q')?.trim() ?? '';
  if (text === '')
    return (
      <>
        <h1>{t('search.title')}</h1>
        <EmptyState title={t('found.nothingAsked')}>{t('found.hint')}</EmptyState>
      </>
    );
  return (
    <div class="stack search-results" key={text}>
      <h1>
        {t('search.title')}: <bdi class="breaks">{text}</bdi>
      </h1>
      {canCall('repository', 'searchContent') && <Captures text={text} />}
      {canCall('configuration', 'queryAus') && <FoundAus text={text} />}
      {canCall('configuration', 'queryTdbTitles') && <FoundTitles text={text} />}
      {canCall('configuration', 'queryTdbPublishers') && <FoundPublishers text={text} />}
    </div>
  );
}

function Captures({ text }: { text: string }) {
  const { value, problem, again } = useResponse(
    (signal) => findCaptures(text, MOST_CAPTURES, signal),
    [text],
  );
  return (
    <section class="stack">
      <h2>{t('found.group.captures')}</h2>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {problem === undefined && value === undefined && <LoadingIndicator />}
      {value !== undefined && <CaptureTable found={value} />}
    </section>
  );
}

function CaptureTable({ found }: { found: FoundCaptures }) {
  const { captures, aus, more, tooMany } = found;
  return (
    <>
      {tooMany && <p>{t('found.tooMany')}</p>}
      {aus.length > 0 && (
        <ul class="stack">
          {aus.map(({ namespace, auid }) => (
            <li key={`${namespace} ${auid}`}>
              <AuName auid={auid} namespace={namespace} link />
            </li>
          ))}
        </ul>
      )}
      {captures.length === 0 && aus.length === 0 && !tooMany && <p>{t('found.none')}</p>}
      {captures.length > 0 && (
        <DataTable
          label={t('found.group.captures')}
          columns={columns()}
          count={captures.length}
          rowAt={(index) => captures[index]}
          keyOf={({ uuid }) => uuid}
          onOpen={(capture) => navigate(formatCapturePath(capture))}
        />
      )}
      {more && captures.length > 0 && <p class="muted">{t('found.more', { count: captures.length })}</p>}
      <SearchLimits urls={found.urls} />
    </>
  );
}

const columns = (): TableColumn<FoundCapture>[] => [
  {
    key: 'url',
    head: t('found.url'),
    width: 'minmax(14rem, 2fr)',
    cell: (capture) => (
      <a href={formatHref(formatCapturePath(capture))}>
        <UrlLine url={capture.uri} />
      </a>
    ),
  },
  {
    key: 'au',
    head: t('found.au'),
    width: 'minmax(8rem, 1fr)',
    cell: ({ auid, namespace }) => <AuName auid={auid} namespace={namespace} />,
  },
  {
    key: 'date',
    head: t('found.captured'),
    width: '9rem',
    cell: (one) => formatCaptureDate(one.collectionDate),
  },
  {
    key: 'count',
    head: t('found.url.captures'),
    width: '7.5rem',
    cell: (one) => formatCaptureCount(one.captures),
  },
  {
    key: 'state',
    head: t('found.status'),
    width: '6rem',
    cell: ({ httpStatus, damaged }) =>
      damaged === undefined ? httpStatus : <span class="bad">{t('found.damaged')}</span>,
  },
  {
    key: 'type',
    head: t('found.type'),
    width: '9rem',
    cell: ({ mediaType }) => <bdi class="cut">{mediaType}</bdi>,
  },
  {
    key: 'size',
    head: t('found.size'),
    width: '6rem',
    align: 'end',
    cell: ({ contentLength }) => formatBytes(contentLength),
  },
];

/** Shows what the search does not cover. */
function SearchLimits({ urls }: { urls: FoundCaptures['urls'] }) {
  const { mode, state, match, delaySeconds = 0, queued = 0, reason } = urls;
  const limits = [
    state === 'off' && t('found.off'),
    state === 'unavailable' && t('found.partUnavailable', { reason: reason ?? '' }),
    state === 'filling' && t('found.filling'),
    state === 'ready' && queued > 0 && t('found.behind', { age: formatDuration(1_000 * delaySeconds) }),
    (state === 'ready' || state === 'filling') && match === 'start' && t('found.short'),
    match === 'part' && mode === 'pages' && t('found.pagesOnly'),
  ].filter((limit) => limit !== false);
  if (limits.length === 0) return null;
  return <p class="small muted">{limits.join(' ')}</p>;
}
