// The rows of a long table that are held: those in sight and a little around them. Knows neither the service nor the page.

export interface RowWindowDeps<Row> {
  /** How many rows the table has by now; it may still grow. */
  readonly count: () => number;
  /** Gives the rows from `from` to before `to`; what is gone meanwhile is undefined. */
  readonly fetchRows: (
    from: number,
    to: number,
    signal: AbortSignal,
  ) => Promise<readonly (Row | undefined)[]>;
  /** Called when rows have come. */
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
  /** While rows rush by, none is asked for. */
  readonly pauseMs?: number;
}

export interface RowWindow<Row> {
  /** `undefined`: not here yet. `null`: it is gone. */
  at(index: number): Row | null | undefined;
  /** Says which rows are in sight, both ends included. Rows far from them are let go. */
  look(first: number, last: number): void;
  /** How many rows are held. */
  readonly held: number;
  stop(): void;
}

export const PAGE_ROWS = 100;
/** Pages that stay around those in sight, on either side. */
const AROUND = 2;

export function rowWindow<Row>(deps: RowWindowDeps<Row>): RowWindow<Row> {
  const pages = new Map<number, readonly (Row | undefined)[]>();
  const asked = new Map<number, AbortController>();
  let [first, last] = [0, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isNear = (page: number): boolean => page >= first - AROUND && page <= last + AROUND;

  function letGo(): void {
    for (const page of pages.keys()) if (!isNear(page)) pages.delete(page);
    for (const [page, controller] of asked) {
      if (isNear(page)) continue;
      controller.abort();
      asked.delete(page);
    }
  }

  /** Of the last page of a table that grows there may be more by now. */
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
    // What comes next whichever way the reader goes on.
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
      [first, last] = [Math.floor(from / PAGE_ROWS), Math.floor(to / PAGE_ROWS)];
      letGo();
      clearTimeout(timer);
      timer = setTimeout(askForSight, deps.pauseMs ?? 50);
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
