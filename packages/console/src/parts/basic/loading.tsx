// Stands where something will be. It shows itself only after a moment: what comes at once needs no announcing.
import { t } from '../../language/t.ts';

export function Loading({ label }: { label?: string }) {
  return (
    <p class="loading" role="status">
      {label ?? t('common.loading')}
    </p>
  );
}
