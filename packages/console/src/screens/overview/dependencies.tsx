// Card with the dependencies of the service and the state of the journal.
import type { RepositorySummary } from '@holdfast/api-types';
import { formatDuration } from '../../language/format.ts';
import { hasMessage, t } from '../../language/t.ts';
import { formatHref } from '../../routing/location.ts';
import { type AssessedStore, parseStoreDependency } from '../../service/store-condition.ts';

interface DependencyListProps {
  readonly summary: RepositorySummary;
  /** Object stores of a node with several stores. Empty if the node has only one. */
  readonly stores: readonly AssessedStore[];
  readonly isLive: boolean;
}

export function DependencyList({ summary, stores, isLive }: DependencyListProps) {
  const { journal, jobs, store } = summary;
  // If there are several stores, each store has its own row. The row `object store` is then shown only if no store can
  // be used.
  const dependencies = summary.dependencies.filter(
    ({ name, usable }) =>
      parseStoreDependency(name) === undefined && (name !== 'object store' || stores.length === 0 || !usable),
  );
  return (
    <section class="card stack">
      <h2>{t('overview.standsOn')}</h2>
      <dl class="facts">
        {dependencies.map(({ name, usable }) => (
          <Fact key={name} name={translateDependency(name)}>
            <span class={usable ? 'good' : 'bad'}>
              {t(usable ? 'overview.usable' : 'overview.notUsable')}
            </span>
            {name === 'object store' && stores.length === 0 && <span class="muted"> {store.name}</span>}
          </Fact>
        ))}
        {stores.map((one) => (
          <Fact key={one.name} name={t('overview.storeNamed', { name: one.name })}>
            <StoreState store={one} />
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

function StoreState({ store: { condition } }: { store: AssessedStore }) {
  if (condition === 'complete') return <span class="good">{t('overview.usable')}</span>;
  return (
    <a class={condition === 'away' ? 'bad' : 'warning'} href={formatHref('/keeping', { tab: 'copies' })}>
      {t(`common.store.${condition}`)}
    </a>
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

/** Returns the translated name of a dependency, or the name itself if there is no translation. */
export function translateDependency(name: string): string {
  const key = `overview.dependency.${name.replaceAll(' ', '-')}`;
  return hasMessage(key) ? t(key) : name;
}
