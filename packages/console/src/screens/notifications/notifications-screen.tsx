// Screen of notifications: the email addresses and webhooks that are notified, the messages that were sent,
// and the latest events.
import { t } from '../../language/t.ts';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { useResponse } from '../../service/use-response.ts';
import { DeliveryList } from './delivery-list.tsx';
import { EventList } from './event-list.tsx';
import { TargetTable } from './target-table.tsx';
import { type AllTargets, listNoticeServices, loadTargets } from './targets.ts';

export default function NotificationsScreen() {
  const { value, problem, again } = useResponse(loadTargets, []);
  const [service] = listNoticeServices();
  return (
    <div class="notifications stack">
      <header class="row row-between">
        <h1>{t('notifications.title')}</h1>
        {service !== undefined && <CopyAsCurl service={service} operation="getNoticeTargets" />}
      </header>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {value === undefined && problem === undefined && <LoadingIndicator />}
      <p class="muted">{t('notifications.why')}</p>
      {value !== undefined && (
        <>
          <MissingSettings targets={value} />
          <TargetTable targets={value.merged} onChanged={again} />
          <DeliveryList />
          <EventList />
        </>
      )}
    </div>
  );
}

/** Shows which settings are missing. */
function MissingSettings({ targets: { services } }: { readonly targets: AllTargets }) {
  const missing = [...new Set(services.flatMap(({ targets }) => targets.missing))];
  const hasLinks = services.every(({ targets }) => targets.consoleUrl !== undefined);
  return (
    <>
      {missing.length > 0 && (
        <p class="notice notice-warning">{t('notifications.noServer', { settings: missing.join(', ') })}</p>
      )}
      {!hasLinks && <p class="notice notice-warning">{t('notifications.noLinks')}</p>}
    </>
  );
}
