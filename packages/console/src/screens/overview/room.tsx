// How much room there is, and how long it will last.
import type { Summary } from '@holdfast/api-types';
import { formatBytes } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { Meter } from '../../parts/chart/meter.tsx';

export function Room({ summary: { store } }: { summary: Summary }) {
  const { sizeBytes, availableBytes, bytesPerDay, daysLeft } = store;
  const isKnown = sizeBytes !== undefined && availableBytes !== undefined && sizeBytes > 0;
  return (
    <section class="card stack">
      <h2>{t('overview.room')}</h2>
      {isKnown ? (
        <Meter
          label={t('overview.taken')}
          share={1 - availableBytes / sizeBytes}
          state={daysLeft !== undefined && daysLeft < 90 ? 'warning' : 'plain'}
          text={t('overview.freeOf', { free: formatBytes(availableBytes), size: formatBytes(sizeBytes) })}
        />
      ) : (
        <p>{t('overview.roomUnknown')}</p>
      )}
      <p class="muted">{lasting(bytesPerDay, daysLeft)}</p>
    </section>
  );
}

function lasting(bytesPerDay: number | undefined, daysLeft: number | undefined): string {
  if (bytesPerDay === undefined) return t('overview.rateUnknown');
  if (bytesPerDay === 0) return t('overview.steady');
  if (daysLeft === undefined) return t('overview.rate', { rate: formatBytes(bytesPerDay) });
  // What is far off is not known to the day.
  if (daysLeft > 3_650) return t('overview.lastsLong', { rate: formatBytes(bytesPerDay) });
  return t('overview.lasts', { rate: formatBytes(bytesPerDay), count: daysLeft });
}
