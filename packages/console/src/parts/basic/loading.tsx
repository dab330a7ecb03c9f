// Placeholder while content loads. It appears after a short delay, so that fast responses do not flicker.
import { t } from '../../language/t.ts';

export function LoadingIndicator({ label }: { label?: string }) {
  return (
    <p class="loading" role="status">
      {label ?? t('common.loading')}
    </p>
  );
}
