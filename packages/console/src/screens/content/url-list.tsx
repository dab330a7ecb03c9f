// Lists the URLs of an AU or a namespace with their latest versions, loaded page by page.
import type { Artifact } from '@holdfast/api-types';
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { Bytes } from '../../parts/basic/bytes.tsx';
import { CaptureTime } from '../../parts/basic/capture-time.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import type { ContentScope } from '../../parts/captures/scope.ts';
import { UrlLine } from '../../parts/captures/url-text.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { DataTable, type TableColumn } from '../../parts/table/data-table.tsx';
import { repository } from '../../service/clients.ts';
import { usePagedRows } from '../../service/use-paged-rows.ts';

interface UrlListProps {
  readonly scope: ContentScope;
  /** Start of the URLs to list. Empty to list all URLs. */
  readonly urlPrefix: string;
  readonly chosen: string | undefined;
  readonly onChoose: (url: string) => void;
}

const PAGE = 500;

/** Returns the API call that loads the first page of the list. */
export const makeUrlListCall = ({ namespace, auid }: ContentScope) =>
  auid === undefined
    ? ({
        service: 'repository',
        operation: 'getArtifactsFromAllAus',
        input: { namespace, limit: PAGE, versions: 'latest' },
      } as const)
    : ({
        service: 'repository',
        operation: 'getArtifacts',
        input: { namespace, auid, limit: PAGE, includeUncommitted: true },
      } as const);

export function UrlList({ scope, urlPrefix, chosen, onChoose }: UrlListProps) {
  const rows = usePagedRows(
    (token, signal) => fetchPage(scope, urlPrefix, token, signal),
    [scope.namespace, scope.auid, urlPrefix],
  );
  if (rows.problem !== undefined) return <ProblemMessage of={rows.problem} again={() => rows.again()} />;
  return (
    <DataTable
      label={t('content.list')}
      // Shows only two columns if a URL is selected, because the panel of that URL takes the rest of the width.
      columns={createColumns(scope).filter(({ key }) => chosen === undefined || NARROW.includes(key))}
      count={rows.isWhole ? rows.known : rows.known + BLANKS}
      rowAt={(index) => rows.rowAt(index)}
      keyOf={({ uuid }) => uuid!}
      onWindow={(first, last) => rows.show(first, last)}
      onOpen={({ uri }) => onChoose(uri!)}
      empty={<EmptyState title={t(urlPrefix === '' ? 'content.nothing' : 'content.notFound')} />}
    />
  );
}

/** Number of blank rows displayed while more rows load. */
const BLANKS = 20;

const NARROW = ['url', 'version'];

const createColumns = ({ auid: auidOfScope }: ContentScope): TableColumn<Artifact>[] => [
  {
    key: 'url',
    head: t('content.url'),
    width: 'minmax(14rem, 1fr)',
    cell: ({ uri }) => <UrlLine url={uri!} />,
  },
  ...(auidOfScope === undefined
    ? [
        {
          key: 'au',
          head: t('content.au'),
          width: 'minmax(8rem, 0.6fr)',
          cell: ({ auid, namespace }: Artifact) => <AuName auid={auid!} namespace={namespace} />,
        },
      ]
    : []),
  {
    key: 'version',
    head: t('content.version'),
    width: '6rem',
    align: 'end',
    cell: ({ version, committed }) =>
      committed ? version : t('content.uncommittedVersion', { version: version! }),
  },
  {
    key: 'size',
    head: t('content.size'),
    width: '6.5rem',
    align: 'end',
    cell: ({ contentLength }) => <Bytes of={contentLength} />,
  },
  {
    key: 'captured',
    head: t('content.captured'),
    width: '15rem',
    cell: ({ collectionDate }) => <CaptureTime at={collectionDate} />,
  },
];

/** Adds `https://` and `http://` to a search text without a scheme. Returns the URL prefixes that have content. */
export async function findUrlPrefixes(
  scope: ContentScope,
  text: string,
  signal: AbortSignal,
): Promise<string[]> {
  const prefixes = ['https://', 'http://'].map((scheme) => `${scheme}${text}`);
  const pages = await Promise.all(prefixes.map((prefix) => fetchPage(scope, prefix, undefined, signal, 1)));
  return prefixes.filter((_prefix, at) => pages[at]!.rows.length > 0);
}

async function fetchPage(
  { namespace, auid }: ContentScope,
  urlPrefix: string,
  continuationToken: string | undefined,
  signal: AbortSignal,
  limit = PAGE,
) {
  const query = { namespace, limit, continuationToken, ...(urlPrefix !== '' && { urlPrefix }) };
  const { artifacts, pageInfo } =
    auid === undefined
      ? await repository.getArtifactsFromAllAus({ ...query, versions: 'latest' }, { signal })
      : await repository.getArtifacts(
          { ...query, auid, version: 'latest', includeUncommitted: true },
          { signal },
        );
  return { rows: artifacts, token: pageInfo.continuationToken };
}
