// What may be wider than the screen, a table mostly: it scrolls by itself, by keys, too.
import type { ComponentChildren } from 'preact';

export interface ScrollsProps {
  readonly label: string;
  /** How wide a table in it is at least, and how it looks: a class. */
  readonly kind?: 'scrolls' | 'scroll-x' | 'difference';
  readonly children: ComponentChildren;
}

export function Scrolls({ label, kind = 'scrolls', children }: ScrollsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse could not scroll it otherwise.
    <section class={kind} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
