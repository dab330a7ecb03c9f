// Card of the repairs from peers: the peers, and the result of the last run.
import type { PeerRepairs } from '@holdfast/api-types';
import { formatCount } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { Time } from '../../parts/basic/time.tsx';
import { formatHref } from '../../routing/location.ts';
import { CopiesGuide } from './copies-guide.tsx';

export function PeersCard({ peers: { sources, lastRun } }: { peers: PeerRepairs }) {
  return (
    <section class="card stack">
      <h2>{t('keeping.peers')}</h2>
      <p>{t(sources.length === 0 ? 'keeping.noPeers' : 'keeping.peersWhat')}</p>
      {sources.length > 0 && (
        <ol class="repair-peers">
          {sources.map((source) => (
            <li key={source}>
              <code class="breaks">{source}</code>
            </li>
          ))}
        </ol>
      )}
      {lastRun === undefined ? (
        sources.length > 0 && <p class="muted">{t('keeping.peersNever')}</p>
      ) : (
        <LastRun run={lastRun} />
      )}
      <CopiesGuide section="peers" />
    </section>
  );
}

function LastRun({ run }: { run: NonNullable<PeerRepairs['lastRun']> }) {
  const { started, finished, repaired, notRepaired, failure } = run;
  return (
    <>
      {failure !== undefined && <p class="bad breaks">{failure}</p>}
      <dl class="facts">
        <dt>{t('keeping.last')}</dt>
        <dd>
          <Time at={finished ?? started} age />
        </dd>
        <dt>{t('keeping.peersRepaired')}</dt>
        <dd>{formatCount(repaired)}</dd>
        <dt>{t('keeping.peersNotRepaired')}</dt>
        <dd>
          {notRepaired === 0 ? (
            formatCount(notRepaired)
          ) : (
            <a class="warning" href={formatHref('/keeping', { tab: 'damage' })}>
              {formatCount(notRepaired)}
            </a>
          )}
        </dd>
      </dl>
    </>
  );
}
