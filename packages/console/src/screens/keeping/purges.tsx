// List of purges: when, by whom and for which reason.
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { repository } from '../../service/clients.ts';
import { usePagedList } from '../../service/use-paged-list.ts';

const PAGE = 100;

export function PurgeList() {
  const {
    rows: purges,
    total,
    more,
    problem,
    loading,
    again,
  } = usePagedList(async (continuationToken, signal) => {
    const found = await repository.getPurges(
      { limit: PAGE, ...(continuationToken && { continuationToken }) },
      { signal },
    );
    const { totalCount, continuationToken: token } = found.pageInfo;
    return { rows: found.purges, token, total: totalCount };
  }, []);
  if (total === undefined)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  return (
    <div class="stack">
      {purges.length === 0 && (
        <EmptyState title={t('keeping.noPurges')}>{t('keeping.noPurgesWhy')}</EmptyState>
      )}
      {purges.length > 0 && (
        <div class="card">
          <ScrollRegion label={t('keeping.tab.purges')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('keeping.purgedAt')}</th>
                  <th scope="col">{t('keeping.purgedBy')}</th>
                  <th scope="col">{t('keeping.purgedWhy')}</th>
                  <th scope="col">{t('keeping.purgedWhat')}</th>
                  <th scope="col">{t('keeping.erased')}</th>
                </tr>
              </thead>
              <tbody>
                {purges.map(({ uuid, auid, by, reason, ordered, erased, locked }) => (
                  <tr key={uuid}>
                    <td class="nowrap">
                      <Time at={ordered} />
                    </td>
                    <td>{by}</td>
                    <td>{reason}</td>
                    <td class="breaks">
                      <code>{uuid}</code>
                      <br />
                      <span class="muted small">
                        <AuName auid={auid} link />
                      </span>
                    </td>
                    <td class="nowrap">
                      {erased === undefined ? (
                        <span class="warning">{t('keeping.notErased')}</span>
                      ) : (
                        <Time at={erased} />
                      )}
                      {locked !== undefined && (
                        <p class="small muted">
                          {locked.until === undefined ? (
                            t('keeping.lockedVersions')
                          ) : (
                            <>
                              {t('keeping.lockedVersionsUntil')} <Time at={locked.until} />
                            </>
                          )}
                        </p>
                      )}
                    </td>
                  </tr>
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
            {t('keeping.more')}
          </Button>
        )}
        <CopyAsCurl service="repository" operation="getPurges" input={{ limit: PAGE }} />
      </div>
    </div>
  );
}
