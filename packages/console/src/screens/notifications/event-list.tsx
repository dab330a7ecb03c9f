// Lists the latest events and conditions of both services, about which notifications are sent.
import type { Notice } from '@holdfast/api-types';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { DEFAULT_NAMESPACE, formatArtifactHref } from '../../parts/captures/scope.ts';
import { UrlText } from '../../parts/captures/url-text.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { formatHref, formatPath } from '../../routing/location.ts';
import { useResponse } from '../../service/use-response.ts';
import { getNoticesClient, listNoticeServices } from './targets.ts';

const LIMIT = 20;
const MAX_SHOWN = 300;
const TONES = { firing: 'bad', resolved: 'good' } as const;

export function EventList() {
  const { value, problem, again } = useResponse(loadEvents, [], { everyMs: 30_000 });
  return (
    <section class="card stack">
      <h2>{t('notifications.events')}</h2>
      {problem !== undefined && <ProblemMessage of={problem} again={again} />}
      {value === undefined && problem === undefined && <LoadingIndicator />}
      {value?.length === 0 && <EmptyState title={t('notifications.noEvents')} />}
      {value !== undefined && value.length > 0 && (
        <ScrollRegion label={t('notifications.events')}>
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">{t('notifications.event')}</th>
                <th scope="col">{t('notifications.time')}</th>
                <th scope="col">{t('notifications.object')}</th>
              </tr>
            </thead>
            <tbody>
              {value.map((event) => (
                <EventRow key={event.id} event={event} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}

function EventRow({ event }: { event: Notice }) {
  const { at, kind, status, user, detail } = event;
  const { count = 1, reason } = detail;
  return (
    <tr>
      <th scope="row">
        {kind === 'summary.weekly' ? t('notifications.weekly') : t(`notifications.kind.${kind}`)}{' '}
        {status !== 'event' && (
          <span class={`badge badge-${TONES[status]}`}>{t(`notifications.status.${status}`)}</span>
        )}
      </th>
      <td class="nowrap" data-head={t('notifications.time')}>
        <Time at={at} />
      </td>
      <td class="breaks">
        <ObjectOfEvent event={event} />
        {count > 1 && <p class="small muted">{t('notifications.items', { count })}</p>}
        {reason !== undefined && <p class="small muted">{reason}</p>}
        {user !== undefined && <p class="small muted">{t('keeping.eventBy', { name: user })}</p>}
      </td>
    </tr>
  );
}

/** Links to the artifact, AU or check that the event concerns. Otherwise shows the name of the file, job or store. */
function ObjectOfEvent({ event: { auid, artifact, namespace, detail } }: { event: Notice }) {
  const url = detail.items?.find(({ uuid }) => uuid === artifact)?.url;
  const name = detail.name ?? detail.store;
  return (
    <>
      {artifact !== undefined && (
        <p>
          <a href={formatArtifactHref(artifact, namespace ?? DEFAULT_NAMESPACE)}>
            {url === undefined ? <code>{artifact}</code> : <UrlText url={url} most={MAX_SHOWN} />}
          </a>
        </p>
      )}
      {auid !== undefined && (
        <p class="small">
          <AuName auid={auid} namespace={namespace} link />
        </p>
      )}
      {detail.check !== undefined && (
        <p>
          <a href={formatHref(formatPath('/checks/:check', { check: detail.check }))}>
            {t('checks.certificate')}
          </a>
        </p>
      )}
      {name !== undefined && <bdi>{shortenMiddle(name, MAX_SHOWN)}</bdi>}
    </>
  );
}

async function loadEvents(signal: AbortSignal): Promise<Notice[]> {
  const pages = await Promise.all(
    listNoticeServices().map((service) => getNoticesClient(service).getNotices({ limit: LIMIT }, { signal })),
  );
  return pages
    .flatMap(({ notices }) => notices)
    .sort((one, other) => other.at - one.at)
    .slice(0, LIMIT);
}
