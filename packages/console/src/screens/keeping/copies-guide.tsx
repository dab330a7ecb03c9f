// Refers the user to the document that explains copies. Every release contains the documents.
import { t } from '../../language/t.ts';

export function CopiesGuide({ section }: { section: 'several' | 'peers' }) {
  return (
    <p class="muted small">
      {t(`keeping.guide.${section}`)} <code class="breaks">docs/object-stores.md</code>
    </p>
  );
}
