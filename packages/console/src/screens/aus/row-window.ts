// Loads the rows of a long table near the visible range and discards all others. Unlike PagedRows, it loads rows by
// their index, because a sorted list of AUs has no page tokens. Uses neither the clients of the services nor the DOM.

export interface RowWindowDeps<Row> {
  /** Returns the current number of rows. The table may still grow. */
  readonly count: () => number;
  /** Loads the rows from `from` up to, but excluding, `to`. Rows that were removed in the meantime are undefined. */
  readonly fetchRows: (
    from: number,
    to: number,
    signal: AbortSignal,
  ) => Promise<readonly (Row | undefined)[]>;
  /** Called when rows have been loaded. */
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
  /** Debounce delay between the last scroll event and the request of the rows, in milliseconds. */
  readonly pauseMs?: number;
}

export interface LoadedRowWindow<Row> {
  /** Returns a row, undefined if the row is not loaded yet, or null if it was removed. */
  at(index: number): Row | null | undefined;
  /** Sets the visible range, inclusive. Call this also when the table has grown. Discards rows far from this range. */
  look(first: number, last: number): void;
  /** Number of rows currently loaded. */
  readonly held: number;
  stop(): void;
}

export const PAGE_ROWS = 100;
/** Number of pages kept before and after the visible range. */
const AROUND = 2;

export function createRowWindow<Row>(deps: RowWindowDeps<Row>): LoadedRowWindow<Row> {
  const pages = new Map<number, readonly (Row | undefined)[]>();
  const asked = new Map<number, AbortController>();
  let [first, last, counted] = [0, 0, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isNear = (page: number): boolean => page >= first - AROUND && page <= last + AROUND;

  function discardFarPages(): void {
    for (const page of pages.keys()) if (!isNear(page)) pages.delete(page);
    for (const [page, controller] of asked) {
      if (isNear(page)) continue;
      controller.abort();
      asked.delete(page);
    }
  }

  /** Returns whether all rows of the page are loaded. The last page of a growing table may have to be loaded again. */
  const isWhole = (page: number): boolean => {
    const rows = Math.min(PAGE_ROWS, deps.count() - page * PAGE_ROWS);
    return (pages.get(page)?.length ?? 0) >= rows;
  };

  function ask(page: number): void {
    if (page < 0 || isWhole(page) || asked.has(page)) return;
    const controller = new AbortController();
    const { signal } = controller;
    asked.set(page, controller);
    deps.fetchRows(page * PAGE_ROWS, (page + 1) * PAGE_ROWS, signal).then(
      (rows) => {
        if (signal.aborted) return;
        asked.delete(page);
        pages.set(page, rows);
        deps.changed();
      },
      (error) => {
        if (signal.aborted) return;
        asked.delete(page);
        deps.failed(error);
      },
    );
  }

  function askForSight(): void {
    timer = undefined;
    for (let page = first; page <= last; page += 1) ask(page);
    // Also loads one page before and one after the visible range, so that scrolling shows fewer blank rows.
    ask(last + 1);
    ask(first - 1);
  }

  return {
    at(index) {
      const rows = pages.get(Math.floor(index / PAGE_ROWS));
      const at = index % PAGE_ROWS;
      return rows === undefined || at >= rows.length ? undefined : (rows[at] ?? null);
    },
    look(from, to) {
      const [firstBefore, lastBefore, countedBefore] = [first, last, counted];
      [first, last] = [Math.floor(from / PAGE_ROWS), Math.floor(to / PAGE_ROWS)];
      counted = deps.count();
      discardFarPages();
      clearTimeout(timer);
      // Only scrolling delays the request. If new rows delayed it, the first rows would stay blank until all are
      // listed.
      const isStill = first === firstBefore && last === lastBefore;
      if (isStill && counted !== countedBefore) askForSight();
      else timer = setTimeout(askForSight, deps.pauseMs ?? 50);
    },
    get held() {
      return [...pages.values()].reduce((sum, rows) => sum + rows.length, 0);
    },
    stop() {
      clearTimeout(timer);
      for (const controller of asked.values()) controller.abort();
      asked.clear();
    },
  };
}
