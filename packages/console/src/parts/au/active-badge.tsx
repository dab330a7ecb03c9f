// Shows whether an AU is active.
import { t } from '../../language/t.ts';

export function ActiveBadge({ active }: { active: boolean }) {
  return (
    <span class={`badge ${active ? 'badge-good' : ''}`}>{t(active ? 'aus.active' : 'aus.inactive')}</span>
  );
}
