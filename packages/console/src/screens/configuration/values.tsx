// Lists the merged configuration: each parameter with its effective value, its source, and whether this service uses
// it.
import type { MergedParameter } from '@holdfast/api-types';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { SearchRow } from '../../parts/form/search-row.tsx';
import { DataTable, type TableColumn } from '../../parts/table/data-table.tsx';
import { formatHref } from '../../routing/location.ts';
import { configuration } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';
import { ValueSource } from './value-source.tsx';

export function ConfigurationValues({ query }: { query: URLSearchParams }) {
  const { value, problem, again } = useResponse((signal) => configuration.getParameters({}, { signal }), []);
  const [sought, ours] = [query.get('q') ?? '', query.get('ours') === '1'];
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  if (value.length === 0)
    return (
      <EmptyState
        title={t('configuration.nothing')}
        action={
          <a class="button button-plain" href={formatHref('/configuration', { view: 'files' })}>
            {t('configuration.toFiles')}
          </a>
        }
      >
        {t('configuration.nothingWhy')}
      </EmptyState>
    );
  const shown = value.filter((one) => (!ours || one.isActedOn) && matchesSearch(one, sought.toLowerCase()));
  return (
    <div class="stack">
      <SearchRow
        label={t('configuration.search')}
        sought={sought}
        choice={{ name: 'ours', label: t('configuration.onlyActedOn'), isOn: ours }}
      >
        <CopyAsCurl service="configuration" operation="getParameters" />
      </SearchRow>
      <p class="muted small" role="status">
        {t('configuration.count', { count: shown.length })}
      </p>
      <DataTable
        label={t('configuration.values')}
        columns={createColumns()}
        count={shown.length}
        rowAt={(index) => shown[index]}
        keyOf={({ key }) => key}
        empty={<EmptyState title={t('configuration.noneFound')} />}
      />
    </div>
  );
}

/** Maximum length of the value in a cell. */
const MAX_VALUE = 300;

const formatValue = ({ value }: MergedParameter): string =>
  typeof value === 'string' ? value : value.join('; ');

function matchesSearch(parameter: MergedParameter, sought: string): boolean {
  return [parameter.key, formatValue(parameter), parameter.source].some((text) =>
    text.toLowerCase().includes(sought),
  );
}

function createColumns(): TableColumn<MergedParameter>[] {
  return [
    {
      key: 'key',
      head: t('configuration.parameter'),
      cell: ({ key }) => (
        <code class="mono small" title={key}>
          {key}
        </code>
      ),
      width: 'minmax(16rem, 3fr)',
    },
    {
      key: 'value',
      head: t('configuration.value'),
      cell: (one) => (
        <span title={shortenMiddle(formatValue(one), 1_000)}>
          {shortenMiddle(formatValue(one), MAX_VALUE)}
        </span>
      ),
      width: 'minmax(12rem, 3fr)',
    },
    {
      key: 'source',
      head: t('configuration.source'),
      cell: ({ source }) => <ValueSource of={source} />,
      width: 'minmax(10rem, 2fr)',
    },
    {
      key: 'effect',
      head: t('configuration.effect'),
      cell: ({ isActedOn }) => (
        <span class={isActedOn ? 'good' : 'muted'}>
          {t(isActedOn ? 'configuration.actedOn' : 'configuration.forOthers')}
        </span>
      ),
      width: '15.5rem',
    },
  ];
}
