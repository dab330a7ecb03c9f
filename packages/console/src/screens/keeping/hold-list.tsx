// List of all holds, with the AUs and artifacts that they protect.
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { formatArtifactHref } from '../../parts/captures/scope.ts';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { HoldLine } from '../../parts/hold-line.tsx';
import { repository } from '../../service/clients.ts';
import { usePagedList } from '../../service/use-paged-list.ts';

const PAGE = 100;

export function HoldList() {
  const {
    rows: holds,
    total,
    more,
    problem,
    loading,
    again,
  } = usePagedList(async (continuationToken, signal) => {
    const input = { limit: PAGE, ...(continuationToken && { continuationToken }) };
    const { holds: rows, pageInfo } = await repository.getHolds(input, { signal });
    return { rows, token: pageInfo.continuationToken, total: pageInfo.totalCount };
  }, []);
  if (total === undefined)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  return (
    <div class="stack">
      {holds.length === 0 && <EmptyState title={t('keeping.noHolds')}>{t('keeping.noHoldsWhy')}</EmptyState>}
      {holds.length > 0 && (
        <ul class="card stack" aria-label={t('keeping.hold.title')}>
          {holds.map((hold) => (
            <HoldLine key={hold.hold} hold={hold} onChange={again}>
              <p class="small breaks">
                <AuName auid={hold.auid} namespace={hold.namespace} link />
                {hold.uuid !== undefined && (
                  <>
                    {' · '}
                    <a href={formatArtifactHref(hold.uuid, hold.namespace)}>
                      <code>{hold.uuid}</code>
                    </a>
                  </>
                )}
              </p>
            </HoldLine>
          ))}
        </ul>
      )}
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      <div class="row">
        {more !== undefined && (
          <Button busy={loading} onClick={more}>
            {t('keeping.more')}
          </Button>
        )}
        <CopyAsCurl service="repository" operation="getHolds" input={{ limit: PAGE }} />
      </div>
    </div>
  );
}
