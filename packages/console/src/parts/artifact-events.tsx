// Shows the history of one artifact, from its capture to the last time it was read.
import type { ArtifactEvent } from '@holdfast/api-types';
import { t } from '../language/t.ts';
import { repository } from '../service/clients.ts';
import { useAnswer } from '../service/use-answer.ts';
import { Loading } from './basic/loading.tsx';
import { Time } from './basic/time.tsx';
import { CopyAsCurl } from './feedback/copy-as-curl.tsx';
import { Problem } from './feedback/problem.tsx';

export function ArtifactEvents({ uuid, namespace }: { uuid: string; namespace?: string }) {
  const input = { uuid, ...(namespace !== undefined && { namespace }) };
  const { value, problem, again } = useAnswer(
    (signal) => repository.getArtifactEvents(input, { signal }),
    [uuid, namespace],
  );
  if (value === undefined)
    return problem === undefined ? <Loading /> : <Problem of={problem} again={again} />;
  return (
    <div class="stack">
      <ol class="events" aria-label={t('keeping.events')}>
        {value.events.map((event, at) => (
          <Line key={at} event={event} />
        ))}
      </ol>
      <div>
        <CopyAsCurl service="repository" operation="getArtifactEvents" input={input} />
      </div>
    </div>
  );
}

const BAD = ['damaged', 'purged', 'deleted'];
const GOOD = ['repaired', 'well'];

function Line({ event: { event, at, by, detail, fileName } }: { event: ArtifactEvent }) {
  const state = BAD.includes(event) ? 'bad' : GOOD.includes(event) ? 'good' : 'plain';
  return (
    <li class={`event event-${state}`}>
      <p>
        <strong>{t(`keeping.event.${event}`)}</strong>{' '}
        <span class="muted">
          <Time at={at} />
        </span>
      </p>
      {by !== undefined && <p class="small">{t('keeping.eventBy', { name: by })}</p>}
      {fileName !== undefined && <p class="small breaks">{t('keeping.eventFile', { name: fileName })}</p>}
      {detail !== undefined && <p class="small breaks">{detail}</p>}
    </li>
  );
}
