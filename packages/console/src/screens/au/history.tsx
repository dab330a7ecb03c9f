// History of an AU: changes by users, and the last event of each kind in its state documents.
import { hasMessage, t } from '../../language/t.ts';
import { Time } from '../../parts/basic/time.tsx';
import { canCall } from '../../service/clients.ts';
import { AuChanges } from './changes.tsx';
import type { LoadedAu } from './load-au.ts';
import { listPastEvents } from './past-events.ts';

export function AuHistoryList({ au: { auid, state, status, configured } }: { au: LoadedAu }) {
  const events = listPastEvents({ state, status, lastConfiguredMs: configured?.lastConfiguredMs });
  return (
    <section class="card stack">
      <h2>{t('au.history')}</h2>
      {canCall('configuration', 'getAuHistory') && (
        <>
          <h3>{t('au.doneBy')}</h3>
          <AuChanges auid={auid} version={JSON.stringify(configured ?? null)} />
          <h3>{t('au.pastOfDocuments')}</h3>
        </>
      )}
      {events.length === 0 ? (
        <p class="muted">{t('au.noHistory')}</p>
      ) : (
        <ol class="au-history">
          {events.map(({ kind, timeMs, result }) => (
            <li key={kind}>
              <Time at={timeMs} />
              <span>
                {t(`au.event.${kind}`)}
                {result !== undefined && <span class="muted"> · {resultWords(result)}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function resultWords(words: string): string {
  const key = [`au.crawl.${words}`, `au.poll.${words}`].find(hasMessage);
  return key === undefined ? words : t(key);
}
