// The latest requests that failed with a server error, with their request IDs for searching the log.
import { t } from '../../language/t.ts';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { canCall, repository } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';

const SHOWN = 10;

export function FailureList() {
  return canCall('repository', 'getFailures') ? <FailureTable /> : null;
}

function FailureTable() {
  const { value, problem, again } = useResponse((signal) => repository.getFailures({}, { signal }), [], {
    everyMs: 15_000,
  });
  const failures = value?.failures.slice(0, SHOWN) ?? [];
  return (
    <section class="card stack">
      <h2>{t('overview.failures')}</h2>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {value !== undefined && failures.length === 0 && <p class="muted">{t('overview.noFailures')}</p>}
      {failures.length > 0 && (
        <ScrollRegion label={t('overview.failures')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('overview.failedAt')}</th>
                <th scope="col">{t('overview.failedWhat')}</th>
                <th scope="col">{t('overview.failedWhy')}</th>
                <th scope="col">{t('common.requestId')}</th>
              </tr>
            </thead>
            <tbody>
              {failures.map((one) => (
                <tr key={one.requestId + one.at}>
                  <td class="nowrap">
                    <Time at={one.at} age />
                  </td>
                  <td>
                    {one.operation} <span class="muted">{one.status ?? t('overview.cut')}</span>
                  </td>
                  <td>{one.detail}</td>
                  <td>
                    <code class="breaks">{one.requestId}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <div>
        <CopyAsCurl service="repository" operation="getFailures" />
      </div>
    </section>
  );
}
