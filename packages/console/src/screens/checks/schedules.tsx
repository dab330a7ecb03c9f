// List of the schedules of fixity checks.
import type { CheckSchedule } from '@holdfast/api-types';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast, toastProblem } from '../../parts/feedback/toasts.tsx';
import { repository } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';
import { ScopeText } from './check-words.tsx';

export function Schedules() {
  const { value, problem, again } = useResponse((signal) => repository.getCheckSchedules({}, { signal }), []);
  if (value === undefined)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  if (value.schedules.length === 0)
    return <EmptyState title={t('checks.noSchedules')}>{t('checks.noSchedulesWhy')}</EmptyState>;
  const remove = async ({ schedule }: CheckSchedule) => {
    try {
      await repository.deleteCheckSchedule({ schedule });
      showToast(t('checks.scheduleDeleted'), { kind: 'good' });
      again();
    } catch (error) {
      toastProblem(error);
    }
  };
  return (
    <div class="card">
      <ScrollRegion label={t('checks.tab.schedules')}>
        <table class="stacked">
          <thead>
            <tr>
              <th scope="col">{t('checks.scope')}</th>
              <th scope="col">{t('checks.repeat')}</th>
              <th scope="col">{t('checks.next')}</th>
              <th scope="col">{t('checks.by')}</th>
              <th scope="col">
                <span class="only-read">{t('checks.deleteSchedule')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {value.schedules.map((one) => (
              <tr key={one.schedule}>
                <td class="breaks">
                  <ScopeText scope={one.scope} link />
                </td>
                <td>{t('checks.everyDays', { count: one.periodDays })}</td>
                <td class="nowrap" data-head={t('checks.next')}>
                  <Time at={one.next} />
                </td>
                <td data-head={t('checks.by')}>{one.by}</td>
                <td>
                  <Button onClick={() => void remove(one)}>{t('checks.deleteSchedule')}</Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
