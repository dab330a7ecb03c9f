// A table of a few rows that may be wider than the screen: it scrolls by itself, by keys, too.
import type { ComponentChildren } from 'preact';

export function Scrolls({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse could not scroll it otherwise.
    <section class="scrolls" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
