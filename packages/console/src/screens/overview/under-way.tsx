// Imports under way, whoever does them, on whichever replica.
import type { ImportUnderWay } from '@holdfast/api-types';
import { formatBytes, formatCount } from '../../language/format.ts';
import { t } from '../../language/t.ts';
import { Time } from '../../parts/basic/time.tsx';
import { Progress } from '../../parts/feedback/progress.tsx';

export function UnderWay({ imports }: { imports: readonly ImportUnderWay[] }) {
  if (imports.length === 0) return null;
  return (
    <section class="card stack">
      <h2>{t('overview.importsUnderWay', { count: imports.length })}</h2>
      <ul class="stack">
        {imports.map((one) => (
          <li key={one.id}>
            <Progress
              label={one.fileName ?? one.auid}
              share={one.requestBytes ? one.uploadBytes / one.requestBytes : undefined}
              text={formatBytes(one.uploadBytes)}
            />
            <p class="muted small breaks">
              {t('overview.into', { auid: one.auid })} · <Time at={one.started} age /> ·{' '}
              {t('overview.recordsOk', { count: one.counts.OK })}
              {one.counts.ERROR > 0 && (
                <span class="bad"> · {t('overview.recordsFailed', { count: one.counts.ERROR })}</span>
              )}
              {one.counts.DUPLICATE > 0 &&
                ` · ${t('overview.recordsDuplicate', { number: formatCount(one.counts.DUPLICATE) })}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
