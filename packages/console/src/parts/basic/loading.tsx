// Placeholder while content loads. Appears after a short delay, so that the page does not flicker if the response is
// fast.
import { t } from '../../language/t.ts';

export function LoadingIndicator({ label }: { label?: string }) {
  return (
    <p class="loading" role="status">
      {label ?? t('common.loading')}
    </p>
  );
}
