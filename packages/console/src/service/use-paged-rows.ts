// Hook for a paged listing whose rows are loaded when they become visible.
import { useEffect, useMemo, useReducer } from 'preact/hooks';
import { PagedRows, type PagedRowsOptions, type RowPage } from './paged-rows.ts';

/** Returns the rows of a listing. A change of `deps` starts a new listing. `deps` must be plain data. */
export function usePagedRows<Row>(
  ask: (token: string | undefined, signal: AbortSignal) => Promise<RowPage<Row>>,
  deps: readonly unknown[],
  options?: PagedRowsOptions,
): PagedRows<Row> {
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  const rows = useMemo(
    () => new PagedRows(ask, () => redraw(undefined as never), options),
    [JSON.stringify(deps)],
  );
  useEffect(() => {
    rows.begin();
    return () => rows.close();
  }, [rows]);
  return rows;
}
