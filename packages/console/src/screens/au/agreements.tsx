// Shows each peer's agreement in polls of the AU, as a list and as a chart over time.
import type { AuAgreements } from '@holdfast/api-types';
import { useState } from 'preact/hooks';
import { formatDate, formatShare, formatTime } from '../../language/format.ts';
import { hasMessage, t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { Select } from '../../parts/form/select.tsx';
import {
  AGREEMENT_ORDERS,
  type AgreementOrder,
  type AgreementRow,
  listAgreementKinds,
  toAgreementRows,
} from './agreement-rows.ts';
import { layOutTimeline } from './timeline.ts';

const SHOWN_AT_FIRST = 20;

export function AuAgreementTable({ agreements }: { agreements: AuAgreements }) {
  const kinds = listAgreementKinds(agreements);
  const [chosen, choose] = useState<string | undefined>(undefined);
  const [order, setOrder] = useState<AgreementOrder>('time');
  const [isOpen, open] = useState(false);
  const kind = chosen ?? kinds[0]?.kind;
  const rows = kind === undefined ? [] : toAgreementRows(agreements, kind, order);
  const shown = isOpen ? rows : rows.slice(0, SHOWN_AT_FIRST);
  return (
    <section class="card stack">
      <h2>{t('au.agreements')}</h2>
      {kind === undefined ? (
        <p class="muted">{t('au.noAgreements')}</p>
      ) : (
        <>
          <div class="row">
            <Select
              label={t('au.agreementKind')}
              showLabel
              value={kind}
              options={kinds.map(({ kind: value, count }) => ({
                value,
                label: `${formatAgreementKind(value)} (${count})`,
              }))}
              onChange={choose}
            />
            <Select
              label={t('au.order')}
              showLabel
              value={order}
              options={AGREEMENT_ORDERS.map((value) => ({ value, label: t(`au.order.${value}`) }))}
              onChange={(value) => setOrder(value as AgreementOrder)}
            />
          </div>
          <AgreementsOverTime rows={rows} />
          <ul class="agreements" aria-label={t('au.agreements')}>
            {shown.map((row) => (
              <Agreement key={row.peer} {...row} />
            ))}
          </ul>
          {shown.length < rows.length && (
            <Button kind="quiet" onClick={() => open(true)}>
              {t('au.showAll', { count: rows.length })}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

function Agreement({ peer, share, timeMs, highest, highestTimeMs }: AgreementRow) {
  return (
    <li class="agreement">
      <code class="mono small breaks">{peer}</code>
      <span class="agreement-track" aria-hidden="true">
        <span class={`agreement-fill ${chooseStateClass(share)}`} style={{ width: `${share * 100}%` }} />
        {highest > share && <span class="agreement-highest" style={{ left: `${highest * 100}%` }} />}
      </span>
      <span class="number">{formatShare(share)}</span>
      <span class="muted small">
        {timeMs > 0 && <Time at={timeMs} age />}
        {highest > share && (
          <>
            {' · '}
            {t('au.highest', { share: formatShare(highest) })}{' '}
            {highestTimeMs > 0 && <Time at={highestTimeMs} age />}
          </>
        )}
      </span>
    </li>
  );
}

function formatAgreementKind(kind: string): string {
  const key = `au.kind.${kind}`;
  return hasMessage(key) ? t(key) : kind;
}

/**
 * Chart of agreements over time, with one bar per peer at the time of its last agreement. Hidden from screen readers,
 * because the list below contains the same data as text.
 */
function AgreementsOverTime({ rows }: { readonly rows: readonly AgreementRow[] }) {
  const { bars, fromMs, toMs } = layOutTimeline(rows);
  if (bars.length < 2) return null;
  return (
    <figure class="agreements-over-time" aria-hidden="true">
      <div class="agreements-plot">
        {bars.map(({ peer, share, timeMs, at }) => (
          <span
            key={peer}
            class={`agreements-bar ${chooseStateClass(share)}`}
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

function chooseStateClass(share: number): string {
  if (share >= 0.95) return 'state-good';
  return share >= 0.5 ? 'state-warning' : 'state-bad';
}
