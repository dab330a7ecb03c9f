// The maintenance jobs: purpose, progress, results and controls.

import type { Job, JobOrder, Live } from '@holdfast/api-types';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { readClock } from '../../browser/clock.ts';
import { formatBytes, formatCount, formatDuration } from '../../language/format.ts';
import { hasMessage, t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { ProgressBar } from '../../parts/feedback/progress.tsx';
import { showToast, toastProblem } from '../../parts/feedback/toasts.tsx';
import { formatHref } from '../../routing/location.ts';
import { canCall, repository } from '../../service/clients.ts';
import { useEvents } from '../../service/use-events.ts';
import { useResponse } from '../../service/use-response.ts';

export function JobList() {
  const asked = useResponse((signal) => repository.getJobs({}, { signal }), [], { everyMs: 30_000 });
  const [live, setLive] = useState<readonly Job[] | undefined>(undefined);
  const isLive = useEvents('/live', ({ type, data }) => {
    if (type === 'message') setLive((JSON.parse(data) as Live).jobs);
  });
  const jobs = isLive && live ? live : asked.value?.jobs;
  if (jobs === undefined)
    return asked.problem === undefined ? (
      <LoadingIndicator />
    ) : (
      <ProblemMessage of={asked.problem} again={asked.again} />
    );
  const change = (job: Job) => setLive(jobs.map((one) => (one.id === job.id ? job : one)));
  return (
    <div class="stack">
      <ul class="jobs">
        {jobs.map((job) => (
          <JobCard key={job.id} job={job} onChange={change} />
        ))}
      </ul>
      <div>
        <CopyAsCurl service="repository" operation="getJobs" />
      </div>
    </div>
  );
}

/** Counters of faults. The Damaged tab has the details. */
const FAULTS = ['damaged', 'objects at fault'];

function JobCard({ job, onChange }: { job: Job; onChange: (job: Job) => void }) {
  const name = t(`keeping.job.${job.id}`);
  const hasFaults = FAULTS.some((what) => (job.progress?.counts?.[what] ?? 0) > 0);
  const tone = job.state === 'finished' && hasFaults ? 'faults' : job.state;
  return (
    <li class="card stack job">
      <div class="row row-between">
        <h2>{name}</h2>
        <span class={`job-state job-${tone}`}>
          {tone === 'faults' ? t('keeping.finishedWithFaults') : t(`keeping.state.${job.state}`)}
        </span>
      </div>
      <p class="muted">{t(`keeping.about.${job.id}`)}</p>
      {job.id === 'fixity' && canCall('repository', 'getChecks') && (
        <p>
          <a href={formatHref('/checks')}>{t('checks.title')}</a>
        </p>
      )}
      {job.state === 'running' && <JobProgress job={job} name={name} />}
      {job.failure !== undefined && <p class="bad breaks">{job.failure}</p>}
      <Facts job={job} />
      {canCall('repository', 'controlJob') && <Controls job={job} name={name} onChange={onChange} />}
    </li>
  );
}

function JobProgress({ job: { progress, bytesPerSecond, expectedEnd }, name }: { job: Job; name: string }) {
  const { bytes = 0, totalBytes, items = 0, totalItems } = progress ?? {};
  const share = totalBytes ? bytes / totalBytes : totalItems ? items / totalItems : undefined;
  return (
    <>
      <ProgressBar label={t('keeping.progressOf', { name })} share={share} />
      <p class="muted small">
        {[
          t('keeping.done', { items: formatCount(items), bytes: formatBytes(bytes) }),
          ...(bytesPerSecond === undefined ? [] : [t('keeping.rate', { rate: formatBytes(bytesPerSecond) })]),
          ...(expectedEnd === undefined
            ? []
            : [t('keeping.left', { time: formatDuration(Math.max(0, expectedEnd - readClock())) })]),
        ].join(' · ')}
      </p>
    </>
  );
}

function Facts({ job }: { job: Job }) {
  const counts = Object.entries(job.progress?.counts ?? {}).filter(([, count]) => count > 0);
  return (
    <dl class="facts">
      <dt>{t('keeping.last')}</dt>
      <dd>
        {job.started === undefined ? t('keeping.never') : <Time at={job.finished ?? job.started} age />}
        {job.state === 'finished' && job.progress !== undefined && (
          <span class="muted">
            {' '}
            (
            {t('keeping.done', {
              items: formatCount(job.progress.items),
              bytes: formatBytes(job.progress.bytes),
            })}
            )
          </span>
        )}
      </dd>
      {counts.length > 0 && (
        <>
          <dt>{t('keeping.found')}</dt>
          <dd>
            {counts.map(([what, count], at) => (
              <Fragment key={what}>
                {at > 0 && ', '}
                <JobCount what={what} count={count} />
              </Fragment>
            ))}
          </dd>
        </>
      )}
      <dt>{t('keeping.next')}</dt>
      <dd>
        {job.next !== undefined && <Time at={job.next} age />}
        {job.state === 'paused' && t('keeping.pausedBy', { name: job.pausedBy ?? '–' })}
        {job.next === undefined &&
          job.state !== 'paused' &&
          (job.periodMs === undefined ? t('keeping.onDemand') : '–')}
        {job.periodMs !== undefined && <span class="muted"> ({describePeriod(job.periodMs)})</span>}
      </dd>
    </dl>
  );
}

const DAY_MS = 86_400_000;

const describePeriod = (periodMs: number): string =>
  periodMs === DAY_MS ? t('keeping.everyDay') : t('keeping.every', { period: formatDuration(periodMs) });

function JobCount({ what, count }: { what: string; count: number }) {
  const words = describeCopies(what, count) ?? `${formatCount(count)} ${formatCountName(what)}`;
  if (!FAULTS.includes(what)) return words;
  return (
    <a class="bad" href={formatHref('/keeping', { tab: 'damage' })}>
      {words}
    </a>
  );
}

/** Describes a counter of copies in one store. Returns undefined for other counters. */
function describeCopies(what: string, count: number): string | undefined {
  const [, done, store] = /^copies (read|missing|damaged|repaired|not reached) in (.+)$/.exec(what) ?? [];
  if (done === undefined || store === undefined) return undefined;
  return t(`keeping.copies.${done.replace(' ', '-')}`, { count, store });
}

/** Returns the label of a job's counter. If there is no translation, returns the name of the counter. */
function formatCountName(what: string): string {
  const key = `keeping.count.${what.replaceAll(' ', '-')}`;
  return hasMessage(key) ? t(key) : what;
}

type JobCommand = JobOrder['op'];

/** Returns the commands that a job accepts in its current state. */
function listCommands({ state }: Job): JobCommand[] {
  if (state === 'paused') return ['resume'];
  return state === 'running' || state === 'waiting' ? ['pause'] : ['start', 'pause'];
}

function Controls({ job, name, onChange }: { job: Job; name: string; onChange: (job: Job) => void }) {
  const [busy, setBusy] = useState<JobCommand | undefined>(undefined);
  const order = async (op: JobCommand): Promise<void> => {
    setBusy(op);
    try {
      onChange(await repository.controlJob({ job: job.id, body: { op } }));
      showToast(t(`keeping.ordered.${op}`, { name }), { kind: 'good' });
    } catch (error) {
      toastProblem(error);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <fieldset class="row job-controls" aria-label={t('keeping.controls', { name })}>
      {listCommands(job).map((op) => (
        <Button key={op} busy={busy === op} onClick={() => void order(op)}>
          {t(`keeping.order.${op}`)}
        </Button>
      ))}
    </fieldset>
  );
}
