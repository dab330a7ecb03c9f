// A scrollable region for content that is wider than the screen, such as tables. It can be scrolled with the keyboard.
import type { ComponentChildren } from 'preact';

export interface ScrollRegionProps {
  readonly label: string;
  /** CSS class that determines the minimum width and the style of the content. */
  readonly kind?: 'scrolls' | 'scroll-x' | 'difference';
  readonly children: ComponentChildren;
}

export function ScrollRegion({ label, kind = 'scrolls', children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the region cannot be scrolled by keyboard.
    <section class={kind} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
