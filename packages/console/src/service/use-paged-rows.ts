// A listing as rows that come while they are looked at, for a table.
import { useEffect, useMemo, useReducer } from 'preact/hooks';
import { type Page, PagedRows } from './paged-rows.ts';

/** Another listing whenever `deps`, which are plain data, change. */
export function usePagedRows<Row>(
  ask: (token: string | undefined, signal: AbortSignal) => Promise<Page<Row>>,
  deps: readonly unknown[],
): PagedRows<Row> {
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  const rows = useMemo(() => new PagedRows(ask, () => redraw(undefined as never)), [JSON.stringify(deps)]);
  useEffect(() => {
    rows.begin();
    return () => rows.close();
  }, [rows]);
  return rows;
}
