// Agreements as bars over time: one for each peer, where its last agreement is, as high as that. The list below has the same
// in words, so that it is hidden from who does not see.
import { formatDate, formatShare, formatTime } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import type { AgreementRow } from './agreement-rows.ts';
import { placed } from './placed-in-time.ts';

export function AgreementsOverTime({ rows }: { readonly rows: readonly AgreementRow[] }) {
  const { bars, fromMs, toMs } = placed(rows);
  if (bars.length < 2) return null;
  return (
    <figure class="agreements-over-time" aria-hidden="true">
      <div class="agreements-plot">
        {bars.map(({ peer, share, timeMs, at }) => (
          <span
            key={peer}
            class={`agreements-bar ${stateOf(share)}`}
            title={`${peer}: ${formatShare(share)}, ${formatTime(timeMs)}`}
            style={{ left: `${at * 100}%`, height: `${Math.max(share * 100, 1)}%` }}
          />
        ))}
      </div>
      <figcaption class="row row-between muted small">
        <span>{formatDate(fromMs)}</span>
        <span>{t('au.agreementsOverTime')}</span>
        <span>{formatDate(toMs)}</span>
      </figcaption>
    </figure>
  );
}

export function stateOf(share: number): string {
  if (share >= 0.95) return 'state-good';
  return share >= 0.5 ? 'state-warning' : 'state-bad';
}
