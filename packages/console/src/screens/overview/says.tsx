// How the repository is, in words, and in a colour for those who only glance.
import type { Summary } from '@holdfast/api-types';
import { t } from '../../language/t.ts';
import { Icon } from '../../parts/basic/icon.tsx';
import { hrefOf } from '../../routing/location.ts';
import { conditionOf } from './condition.ts';

export function Says({ summary }: { summary: Summary }) {
  const { state, sentences } = conditionOf(summary);
  const isDamaged = summary.damage.artifacts + summary.damage.objects > 0;
  return (
    <section class={`says says-${state}`} aria-label={t('overview.condition')} aria-live="polite">
      <span class="says-sign">
        <Icon name={state === 'good' || state === 'empty' ? 'check' : 'warning'} />
      </span>
      <p>
        {sentences.map(({ key, values }) => (
          <span key={key + String(values.name ?? '')}>{t(key, values)} </span>
        ))}
      </p>
      {(state === 'bad' || state === 'warning') && (
        <a href={hrefOf('/keeping', { tab: isDamaged ? 'damage' : undefined })}>{t('overview.toKeeping')}</a>
      )}
    </section>
  );
}
