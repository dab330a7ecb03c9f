// Card of the fixity check: share of recently checked content, oldest check, damage, and progress.
import type { RepositorySummary } from '@holdfast/api-types';
import { formatAge, formatBytes, formatShare } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { Time } from '../../parts/basic/time.tsx';
import { Meter } from '../../parts/chart/meter.tsx';
import { formatHref } from '../../routing/location.ts';

export function FixityCard({ summary: { fixity, damage } }: { summary: RepositorySummary }) {
  const { bytes, checkedBytes, recentBytes = 0, periodDays, oldestCheck } = fixity;
  const { walking, bytesPerSecond, expectedEnd } = fixity;
  const label =
    periodDays === undefined
      ? t('overview.checkedEver')
      : t('overview.checkedWithin', { count: Math.round(periodDays) });
  return (
    <section class="card stack">
      <h2>{t('overview.fixity')}</h2>
      <Meter label={label} share={bytes === 0 ? 0 : (checkedBytes + recentBytes) / bytes} />
      <dl class="facts">
        {recentBytes > 0 && (
          <>
            <dt>{t('overview.recentShare')}</dt>
            <dd>{formatShare(recentBytes / bytes)}</dd>
          </>
        )}
        <dt>{t('overview.oldest')}</dt>
        <dd>
          <Time at={oldestCheck} age />
        </dd>
        <dt>{t('overview.damage')}</dt>
        <dd>
          {damage.artifacts + damage.objects === 0 ? (
            t('overview.none')
          ) : (
            <a href={formatHref('/keeping', { tab: 'damage' })}>
              {t('overview.damagedCount', { count: damage.artifacts })}
            </a>
          )}
        </dd>
      </dl>
      {walking && (
        <p class="muted">
          {expectedEnd === undefined
            ? t('overview.walking')
            : t('overview.walkingUntil', { rate: formatBytes(bytesPerSecond), when: formatAge(expectedEnd) })}
        </p>
      )}
    </section>
  );
}
