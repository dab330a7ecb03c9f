// Refers the user to the guide about copies. Every release contains this guide.
import { t } from '../../language/t.ts';

export function CopiesGuide({ section }: { section: 'several' | 'peers' }) {
  return (
    <p class="muted small">
      {t(`keeping.guide.${section}`)} <code class="breaks">docs/object-stores.md</code>
    </p>
  );
}
