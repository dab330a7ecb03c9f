// Lists the copies of each kind of data, and the consequences of losing each copy. The service does not know whether
// the object store keeps further copies.
import { formatBytes, formatCount, formatDuration } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { repository } from '../../service/clients.ts';
import { useResponse } from '../../service/use-answer.ts';

export function CopiesCard() {
  const { value, problem, again } = useResponse((signal) => repository.getSummary({}, { signal }), [], {
    everyMs: 10_000,
  });
  if (value === undefined)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  const { store, stored, journal } = value;
  const rows = [
    {
      key: 'content',
      where: t('keeping.inStore', { name: store.name }),
      size: `${formatBytes(stored.bytes)}, ${t('keeping.artifactCount', { count: stored.artifacts })}`,
      state: t('keeping.copy.content'),
    },
    {
      key: 'manifests',
      where: t('keeping.inStore', { name: store.name }),
      size: '',
      state: t('keeping.copy.manifests'),
    },
    {
      key: 'journal',
      where: t('keeping.inStore', { name: store.name }),
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
    <ul class="copies">
      {rows.map(({ key, where, size, state }) => (
        <li key={key} class="card stack">
          <h2>{t(`keeping.kept.${key}`)}</h2>
          <p class="muted">{[where, size].filter(Boolean).join(' · ')}</p>
          <p>{state}</p>
        </li>
      ))}
    </ul>
  );
}
