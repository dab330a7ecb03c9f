// Lists where each kind of data is stored, and the consequences of losing it.
import type { RepositorySummary } from '@holdfast/api-types';
import { formatBytes, formatCount, formatDuration } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { parseStoreDependency } from '../../service/store-condition.ts';

export function DataLocations({
  summary: { dependencies, journal, store, stored },
}: {
  summary: RepositorySummary;
}) {
  const names = dependencies.flatMap(({ name }) => parseStoreDependency(name) ?? []);
  const isSeveral = names.length > 1;
  const where = isSeveral
    ? t('keeping.inStores', { names: names.join(', ') })
    : t('keeping.inStore', { name: store.name });
  const rows = [
    {
      key: 'content',
      where,
      size: `${formatBytes(stored.bytes)}, ${t('keeping.artifactCount', { count: stored.artifacts })}`,
      state: t(isSeveral ? 'keeping.copy.contentInAll' : 'keeping.copy.content'),
    },
    { key: 'manifests', where, size: '', state: t('keeping.copy.manifests') },
    {
      key: 'journal',
      where,
      size:
        journal.rows === 0
          ? t('keeping.journalThere')
          : t('keeping.journalBehind', {
              rows: formatCount(journal.rows),
              age: formatDuration(journal.seconds * 1000),
            }),
      state: t('keeping.copy.journal'),
    },
    { key: 'index', where: 'PostgreSQL', size: '', state: t('keeping.copy.index') },
  ];
  return (
    <section class="card stack">
      <h2>{t('keeping.kept')}</h2>
      <dl class="facts kept-data">
        {rows.map(({ key, where: place, size, state }) => (
          <div key={key}>
            <dt>{t(`keeping.kept.${key}`)}</dt>
            <dd>
              <p class="muted">{[place, size].filter(Boolean).join(' · ')}</p>
              <p>{state}</p>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
