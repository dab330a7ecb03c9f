// List of fixity checks, latest first.
import type { Check } from '@holdfast/api-types';
import { useState } from 'preact/hooks';
import { formatCount } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { Select } from '../../parts/form/select.tsx';
import { formatHref, formatPath, setQuery } from '../../routing/location.ts';
import { canCall, repository } from '../../service/clients.ts';
import { usePagedList } from '../../service/use-paged-list.ts';
import { describeFaults, ScopeText, VerdictBadge } from './check-words.tsx';

const PAGE = 50;
const STATES = ['waiting', 'running', 'finished', 'cancelled', 'failed'] as const;

export function CheckList({ auid }: { auid: string | undefined }) {
  const [state, setState] = useState<Check['state'] | undefined>(undefined);
  const filter = { limit: PAGE, ...(auid !== undefined && { auid }), ...(state !== undefined && { state }) };
  const {
    rows: checks,
    total,
    more,
    problem,
    loading,
    again,
  } = usePagedList(
    async (continuationToken, signal) => {
      const found = await repository.getChecks(
        { ...filter, ...(continuationToken && { continuationToken }) },
        { signal },
      );
      const { totalCount, continuationToken: token } = found.pageInfo;
      return { rows: found.checks, token, total: totalCount };
    },
    [auid, state],
  );
  if (total === undefined)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  return (
    <div class="stack">
      <div class="row">
        <Select
          label={t('checks.stateLabel')}
          value={state ?? ''}
          options={[
            { value: '', label: t('checks.anyState') },
            ...STATES.map((value) => ({ value, label: t(`checks.state.${value}`) })),
          ]}
          onChange={(value) => setState(value === '' ? undefined : (value as Check['state']))}
        />
        <Button onClick={again}>{t('checks.reload')}</Button>
        {auid !== undefined && (
          <>
            <span class="badge">
              <AuName auid={auid} />
            </span>
            <Button kind="quiet" onClick={() => setQuery({ auid: undefined, namespace: undefined })}>
              {t('checks.allChecks')}
            </Button>
          </>
        )}
      </div>
      {checks.length === 0 && (
        <EmptyState title={t('checks.none')}>
          {t('checks.noneWhy')}{' '}
          {canCall('repository', 'getJobs') && <a href={formatHref('/keeping')}>{t('checks.routine')}</a>}
        </EmptyState>
      )}
      {checks.length > 0 && (
        <div class="card">
          <ScrollRegion label={t('checks.title')}>
            <table class="stacked">
              <thead>
                <tr>
                  <th scope="col">{t('checks.scope')}</th>
                  <th scope="col">{t('checks.result')}</th>
                  <th scope="col">{t('checks.intact')}</th>
                  <th scope="col">{t('checks.requestedAt')}</th>
                  <th scope="col">{t('checks.by')}</th>
                </tr>
              </thead>
              <tbody>
                {checks.map((check) => (
                  <CheckRow key={check.check} check={check} />
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </div>
      )}
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      <div class="row">
        {more !== undefined && (
          <Button busy={loading} onClick={more}>
            {t('checks.more')}
          </Button>
        )}
        <CopyAsCurl service="repository" operation="getChecks" input={filter} />
      </div>
    </div>
  );
}

function CheckRow({ check }: { check: Check }) {
  const faults = describeFaults(check);
  return (
    <tr>
      <td class="breaks">
        <a href={formatHref(formatPath('/checks/:check', { check: check.check }))}>
          <ScopeText scope={check.scope} />
        </a>
      </td>
      <td>
        <VerdictBadge check={check} />
        {faults !== '' && <div class="small muted">{faults}</div>}
      </td>
      <td class="nowrap" data-head={t('checks.intact')}>
        {check.artifacts === undefined
          ? '–'
          : t('checks.ofAll', { intact: formatCount(check.intact), all: formatCount(check.artifacts) })}
      </td>
      <td class="nowrap" data-head={t('checks.requestedAt')}>
        <Time at={check.at} />
      </td>
      <td data-head={t('checks.by')}>
        {check.by}
        {check.schedule !== undefined && <div class="small muted">{t('checks.scheduled')}</div>}
      </td>
    </tr>
  );
}
