// Preview of what a cleanup would remove.

import type { Job, SweepPreview } from '@holdfast/api-types';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatAge, formatBytes, formatCount } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { canCall, repository } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';

const LOOK_MS = 1_000;
const REMOVED = ['objects', 'unfinished', 'spool', 'uncommitted'] as const;
const STAYING = ['lost', 'foreign'] as const;

export function SweepCard() {
  const { value, problem, again } = useResponse((signal) => repository.getSweepPreview({}, { signal }), []);
  const looking = useSignal(false);
  const failure = useSignal<unknown>(undefined);
  const look = async (): Promise<void> => {
    looking.value = true;
    failure.value = undefined;
    try {
      await repository.controlJob({ job: 'sweep-preview', body: { op: 'start' } });
      const job = await untilDone();
      if (job?.failure !== undefined) failure.value = new Error(job.failure);
      again();
    } catch (error) {
      failure.value = error;
    } finally {
      looking.value = false;
    }
  };
  useEffect(
    () => () => {
      looking.value = false;
    },
    [],
  );
  if (value === undefined)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  return (
    <div class="stack">
      <p class="muted">{t('keeping.sweepWhat')}</p>
      <div class="row">
        {canCall('repository', 'controlJob') && (
          <Button kind="primary" busy={looking.value} onClick={() => void look()}>
            {t(value.finished === undefined ? 'keeping.sweepLook' : 'keeping.sweepLookAgain')}
          </Button>
        )}
        <CopyAsCurl service="repository" operation="getSweepPreview" />
      </div>
      {failure.value !== undefined && <ProblemMessage of={failure.value} />}
      {value.finished === undefined ? (
        <EmptyState title={t('keeping.sweepNone')} />
      ) : (
        <Preview preview={value} />
      )}
    </div>
  );

  async function untilDone(): Promise<Job | undefined> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      const { jobs } = await repository.getJobs({});
      const job = jobs.find(({ id }) => id === 'sweep-preview');
      if (!looking.value || (job?.state !== 'waiting' && job?.state !== 'running')) return job;
    }
  }
}

function Preview({ preview }: { preview: SweepPreview }) {
  const { finished, looked = 0, bytes = 0 } = preview;
  const isNothing = [...REMOVED, ...STAYING].every((kind) => (preview[kind] ?? []).length === 0);
  return (
    <>
      <p>
        {t('keeping.sweepSeen', {
          looked: formatCount(looked),
          bytes: formatBytes(bytes),
          when: formatAge(finished),
        })}
      </p>
      {isNothing && <EmptyState title={t('keeping.sweepNothing')} />}
      {[...REMOVED, ...STAYING].map((kind) => (
        <SweepSection key={kind} kind={kind} names={preview[kind] ?? []} />
      ))}
    </>
  );
}

function SweepSection({
  kind,
  names,
}: {
  kind: (typeof REMOVED)[number] | (typeof STAYING)[number];
  names: readonly string[];
}) {
  if (names.length === 0) return null;
  return (
    <section class="card stack">
      <h2>{t(`keeping.sweep.${kind}`)}</h2>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <code class="breaks">{name}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
