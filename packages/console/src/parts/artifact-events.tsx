// Shows the history of one artifact: its capture and all events since then.
import type { ArtifactEvent } from '@holdfast/api-types';
import { t } from '../language/t.ts';
import { repository } from '../service/clients.ts';
import { useResponse } from '../service/use-response.ts';
import { CaptureTime } from './basic/capture-time.tsx';
import { LoadingIndicator } from './basic/loading.tsx';
import { Time } from './basic/time.tsx';
import { CopyAsCurl } from './feedback/copy-as-curl.tsx';
import { ProblemMessage } from './feedback/problem.tsx';

export function ArtifactEvents({ uuid, namespace }: { uuid: string; namespace?: string }) {
  const input = { uuid, ...(namespace !== undefined && { namespace }) };
  const { value, problem, again } = useResponse((signal) => loadEvents(input, signal), [uuid, namespace]);
  if (value === undefined)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  return (
    <div class="stack">
      <ol class="events" aria-label={t('keeping.events')}>
        {value.map((event, at) => (
          <EventLine key={at} event={event} />
        ))}
      </ol>
      <div>
        <CopyAsCurl service="repository" operation="getArtifactEvents" input={input} />
      </div>
    </div>
  );
}

/** Maximum number of events displayed. The API returns all events. */
const MAX_EVENTS = 2_000;

async function loadEvents(
  input: { uuid: string; namespace?: string },
  signal: AbortSignal,
): Promise<ArtifactEvent[]> {
  const events: ArtifactEvent[] = [];
  for (let token: string | undefined; events.length < MAX_EVENTS; ) {
    const wanted = { ...input, ...(token !== undefined && { continuationToken: token }) };
    const page = await repository.getArtifactEvents(wanted, { signal });
    events.push(...page.events);
    token = page.pageInfo.continuationToken;
    if (token === undefined) break;
  }
  return events;
}

const BAD = ['damaged', 'purged', 'deleted'];
const GOOD = ['repaired', 'well', 'restored'];

function EventLine({
  event: {
    event,
    at,
    by,
    detail,
    fileName,
    source,
    sourceKind,
    sourceName = '',
    store,
    artifacts,
    until,
    request,
    approvedBy,
  },
}: {
  event: ArtifactEvent;
}) {
  // A `checked` event with a source means that the copy was repaired with the bytes of that source.
  const isRepair = event === 'checked' && source !== undefined;
  const state = isRepair ? 'good' : BAD.includes(event) ? 'bad' : GOOD.includes(event) ? 'good' : 'plain';
  return (
    <li class={`event event-${state}`}>
      <p>
        <strong>{isRepair ? t('keeping.eventRepaired') : t(`keeping.event.${event}`)}</strong>{' '}
        <span class="muted">{event === 'captured' ? <CaptureTime at={at} /> : <Time at={at} />}</span>
      </p>
      {by !== undefined && <p class="small">{t('keeping.eventBy', { name: by })}</p>}
      {fileName !== undefined && <p class="small breaks">{t('keeping.eventFile', { name: fileName })}</p>}
      {sourceKind !== undefined && (
        <p class="small breaks">{t(`keeping.eventVia.${sourceKind}`, { name: sourceName })}</p>
      )}
      {store !== undefined && <p class="small breaks">{t('keeping.eventStore', { store })}</p>}
      {artifacts !== undefined && (
        <p class="small muted">{t('keeping.eventChecked', { count: artifacts })}</p>
      )}
      {request !== undefined && <p class="small">{t('keeping.deletions.request', { number: request })}</p>}
      {approvedBy !== undefined && <p class="small">{t('keeping.eventApproved', { name: approvedBy })}</p>}
      {detail !== undefined && <p class="small breaks">{detail}</p>}
      {until !== undefined && (
        <p class="small">
          {t('keeping.hold.until')} <Time at={until} />
        </p>
      )}
    </li>
  );
}
