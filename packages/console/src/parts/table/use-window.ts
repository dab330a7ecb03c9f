// Hook that returns the rows of a long list to render: the visible rows and a few before and after them.
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useState } from 'preact/hooks';

export interface RowWindow {
  readonly rows: readonly { readonly index: number; readonly start: number }[];
  readonly heightPx: number;
  scrollTo(index: number): void;
}

const OVERSCAN = 8;

export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowPx: number,
  headPx = 0,
): RowWindow {
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    paddingStart: headPx,
    scrollPaddingStart: headPx,
    overscan: OVERSCAN,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(undefined as never),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  // Measures again when the row height changes, for example with the text size.
  useLayoutEffect(() => virtualizer.measure(), [rowPx]);
  return {
    rows: virtualizer.getVirtualItems(),
    heightPx: virtualizer.getTotalSize(),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  };
}
