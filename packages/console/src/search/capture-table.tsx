// Table of the captures that a search found, with notes about captures that the search does not cover.
import type { FoundCapture } from '@holdfast/api-types';
import { formatBytes, formatDuration } from '../language/format.ts';
import { t } from '../language/t.ts';
import { AuName } from '../parts/au/au-name.tsx';
import { UrlLine } from '../parts/captures/url-text.tsx';
import { DataTable, type TableColumn } from '../parts/table/data-table.tsx';
import { formatHref, navigate } from '../routing/location.ts';
import { formatCaptureCount, formatCaptureDate } from './capture-facts.ts';
import type { FoundCaptures } from './find-captures.ts';
import { formatCapturePath } from './search-paths.ts';

interface CaptureTableProps {
  readonly found: FoundCaptures;
  /** Called with the URL of the chosen row. If undefined, the row opens the capture. */
  readonly onChooseUrl?: (url: string) => void;
  /** True to show only the URL and the date, because there is no space for more columns. */
  readonly isNarrow?: boolean;
}

export function FoundCaptureTable({ found, onChooseUrl, isNarrow = false }: CaptureTableProps) {
  const { captures, aus, more, tooMany } = found;
  const columns = listColumns(onChooseUrl === undefined);
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
          columns={isNarrow ? columns.filter(({ key }) => NARROW.includes(key)) : columns}
          count={captures.length}
          rowAt={(index) => captures[index]}
          keyOf={({ uuid }) => uuid}
          onOpen={(capture) =>
            onChooseUrl === undefined ? navigate(formatCapturePath(capture)) : onChooseUrl(capture.uri)
          }
        />
      )}
      {more && captures.length > 0 && <p class="muted">{t('found.more', { count: captures.length })}</p>}
      <SearchLimits urls={found.urls} />
    </>
  );
}

const NARROW = ['url', 'date'];

const listColumns = (isLinked: boolean): TableColumn<FoundCapture>[] => [
  {
    key: 'url',
    head: t('found.url'),
    width: 'minmax(14rem, 2fr)',
    cell: (capture) =>
      isLinked ? (
        <a href={formatHref(formatCapturePath(capture))}>
          <UrlLine url={capture.uri} />
        </a>
      ) : (
        <UrlLine url={capture.uri} />
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

/** Shows which captures the search does not cover. */
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
