// One fact about an AU, in a description list. The message `au.fact.<name>` is its label.
import type { ComponentChildren } from 'preact';
import { t } from '../../language/t.ts';

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  const isThere = [children]
    .flat()
    .some((child) => child !== null && child !== undefined && child !== false && child !== '');
  return (
    <div>
      <dt>{t(`au.fact.${name}`)}</dt>
      <dd>{isThere ? children : <span class="muted">–</span>}</dd>
    </div>
  );
}
