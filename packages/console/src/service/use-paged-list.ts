// Hook for a list that shows all rows of the pages loaded so far, with a button for the next page.
import { useRef, useState } from 'preact/hooks';
import type { PagedRows, RowPage } from './paged-rows.ts';
import { usePagedRows } from './use-paged-rows.ts';

export interface PagedList<Row> {
  /** Rows of the loaded pages. Empty until the first page is loaded. */
  readonly rows: readonly Row[];
  /** Number of rows on all pages, if the service reports it. */
  readonly total: number | undefined;
  /** Loads the next page. Undefined if there are no more pages. */
  readonly more: (() => void) | undefined;
  readonly problem: unknown;
  /** True while a page is being loaded. */
  readonly loading: boolean;
  /** Reloads from the first page. The current rows stay until the first page arrives. */
  readonly again: () => void;
}

/** Returns the rows of a listing. A change of `deps` starts a new listing. `deps` must be plain data. */
export function usePagedList<Row>(
  ask: (token: string | undefined, signal: AbortSignal) => Promise<RowPage<Row>>,
  deps: readonly unknown[],
): PagedList<Row> {
  const [round, setRound] = useState(0);
  const key = JSON.stringify(deps);
  const next = usePagedRows(ask, [key, round], { keepsAll: true });
  const shown = useRef<{ readonly key: string; readonly rows: PagedRows<Row> } | undefined>(undefined);
  if (next.known > 0 || next.isWhole || shown.current?.key !== key) shown.current = { key, rows: next };
  const { rows, total, isWhole } = shown.current.rows;
  return {
    rows,
    total,
    more: isWhole || next.problem !== undefined ? undefined : () => next.more(),
    problem: next.problem,
    loading: !next.isWhole && next.problem === undefined && (next.isLoading || next.known === 0),
    again: () => setRound((before) => before + 1),
  };
}
