// Card of the dependencies of the service and the state of the manifest journal.
import type { Summary } from '@holdfast/api-types';
import { formatDuration } from '../../language/format.ts';
import { hasMessage, t } from '../../language/t.ts';
import { formatHref } from '../../routing/location.ts';

export function DependencyList({ summary, isLive }: { summary: Summary; isLive: boolean }) {
  const { dependencies, journal, jobs, store } = summary;
  return (
    <section class="card stack">
      <h2>{t('overview.standsOn')}</h2>
      <dl class="facts">
        {dependencies.map(({ name, usable }) => (
          <Fact key={name} name={dependencyName(name)}>
            <span class={usable ? 'good' : 'bad'}>
              {t(usable ? 'overview.usable' : 'overview.notUsable')}
            </span>
            {name === 'object store' && <span class="muted"> {store.name}</span>}
          </Fact>
        ))}
        <Fact name={t('overview.journal')}>
          {journal.rows === 0
            ? t('overview.journalThere')
            : t('overview.journalBehind', { age: formatDuration(journal.seconds * 1000) })}
        </Fact>
        <Fact name={t('overview.jobs')}>
          {jobs.failed.length + jobs.paused.length === 0 ? (
            t('overview.jobsWell')
          ) : (
            <a href={formatHref('/keeping')}>
              {[
                ...(jobs.failed.length > 0 ? [t('overview.jobsFailed', { count: jobs.failed.length })] : []),
                ...(jobs.paused.length > 0 ? [t('overview.jobsPaused', { count: jobs.paused.length })] : []),
              ].join(', ')}
            </a>
          )}
        </Fact>
      </dl>
      <p class="muted small">{t(isLive ? 'overview.live' : 'overview.notLive')}</p>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function dependencyName(name: string): string {
  const key = `overview.dependency.${name.replaceAll(' ', '-')}`;
  return hasMessage(key) ? t(key) : name;
}
