// Lists the messages of both services: waiting, sent or failed. The user can send a failed message again.
import type { NoticeDelivery } from '@holdfast/api-types';
import { t, translateRich } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import type { ServiceId } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useResponse } from '../../service/use-response.ts';
import { getNoticesClient, listNoticeServices } from './targets.ts';

interface DeliveryOfService extends NoticeDelivery {
  readonly service: ServiceId;
}

const LIMIT = 50;
const TONES = { sent: 'good', waiting: 'warning', failed: 'bad' } as const;

export function DeliveryList() {
  const { value, problem, again } = useResponse(loadDeliveries, [], { everyMs: 10_000 });
  return (
    <section class="card stack">
      <h2>{t('notifications.deliveries')}</h2>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {value === undefined && problem === undefined && <LoadingIndicator />}
      {value?.length === 0 && <EmptyState title={t('notifications.noDeliveries')} />}
      {value !== undefined && value.length > 0 && (
        <ScrollRegion label={t('notifications.deliveries')}>
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">{t('notifications.message')}</th>
                <th scope="col">{t('notifications.time')}</th>
                <th scope="col">{t('notifications.state')}</th>
                <th scope="col">
                  <span class="only-read">{t('notifications.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {value.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} onChanged={again} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {value?.length === LIMIT && <p class="small muted">{t('notifications.latest', { count: LIMIT })}</p>}
    </section>
  );
}

interface DeliveryRowProps {
  readonly delivery: DeliveryOfService;
  readonly onChanged: () => void;
}

function DeliveryRow({ delivery, onChanged }: DeliveryRowProps) {
  const { id, service, subject, address, state, attempts, created, due, error } = delivery;
  const work = useAction();
  const resend = async () => {
    await getNoticesClient(service).resendNoticeDelivery({ delivery: id });
    onChanged();
  };
  return (
    <tr>
      <th scope="row" class="notifications-address">
        {subject}
        <br />
        <span class="small muted">{address}</span>
        {work.problem !== undefined && <ProblemMessage of={work.problem} />}
      </th>
      <td data-head={t('notifications.time')}>
        <Time at={created} />
      </td>
      <td>
        <span class={`badge badge-${TONES[state]}`}>{t(`notifications.state.${state}`)}</span>
        {state === 'waiting' && attempts > 0 && (
          <p class="small muted">
            {translateRich('notifications.nextAttempt', { time: <Time at={due} age /> })}
          </p>
        )}
        {state !== 'sent' && error !== undefined && <p class="small muted breaks">{error}</p>}
      </td>
      <td>
        {state === 'failed' && (
          <div class="row notifications-actions">
            <Button busy={work.isBusy} onClick={() => void work.run(resend)}>
              {t('notifications.resend')}
            </Button>
          </div>
        )}
      </td>
    </tr>
  );
}

async function loadDeliveries(signal: AbortSignal): Promise<DeliveryOfService[]> {
  const pages = await Promise.all(
    listNoticeServices().map(async (service) => {
      const page = await getNoticesClient(service).getNoticeDeliveries({ limit: LIMIT }, { signal });
      return page.deliveries.map((delivery) => ({ ...delivery, service }));
    }),
  );
  return pages
    .flat()
    .sort((a, b) => b.created - a.created)
    .slice(0, LIMIT);
}
