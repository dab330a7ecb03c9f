// A table of any length that renders only visible rows. Rows that are not loaded yet are blank; `onWindow` reports
// which rows are visible. Arrow keys, Home, End and Page keys move the focus, Space selects a row, and Enter opens it.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import type { DataTableProps, TableSelection } from './table.ts';
import { TableHead } from './table-head.tsx';
import { type RowActions, TableRow } from './table-row.tsx';
import { useRowWindow } from './use-window.ts';

export type { DataTableProps, TableColumn, TableSort } from './table.ts';

const REM_ROW = 2.25;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, count, rowAt, onWindow, onOpen, empty } = props;
  // The memoized values are not computed again while the user scrolls, because `props` stays the same object.
  const selection = useMemo(() => props.selection ?? createKeySelection(props), [props]);
  const head = useMemo(() => <TableHead {...props} selection={selection} />, [props]);
  const rowPx = useMemo(measureRowHeight, [props]);
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const anchor = useRef(0);
  const shown = useRowWindow(scroller, count, rowPx, rowPx);
  const [first, last] = [shown.rows[0]?.index, shown.rows.at(-1)?.index];
  // Number of row elements. A row that scrolls into view reuses the element of a row that scrolled out of view.
  const places = useRef(1);
  places.current = Math.max(places.current, shown.rows.length);
  const isSelectable = selection !== undefined;
  const tracks = [...(isSelectable ? ['2.5rem'] : []), ...columns.map(({ width }) => width)].join(' ');

  useEffect(() => {
    if (first !== undefined && last !== undefined) onWindow?.(first, last);
  }, [first, last, count]);

  function toggle(index: number, isRange: boolean): void {
    if (selection === undefined) return;
    const from = isRange ? anchor.current : index;
    selection.set(Math.min(from, index), Math.max(from, index), !selection.has(index));
    anchor.current = index;
  }

  function move(index: number): void {
    const bounded = Math.min(Math.max(index, 0), count - 1);
    setActive(bounded);
    shown.scrollTo(bounded);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[aria-rowindex="${bounded + 2}"]`)?.focus(),
    );
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget && !(event.target as Element).matches('[role=row]')) return;
    const page = Math.max(1, (last ?? 0) - (first ?? 0) - 16);
    const target = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: count - 1,
    }[event.key];
    const row = rowAt(active);
    if (target !== undefined) move(target);
    else if (event.key === ' ' && isSelectable) toggle(active, event.shiftKey);
    else if (event.key === 'Enter' && row !== undefined && onOpen !== undefined) onOpen(row);
    else return;
    event.preventDefault();
  }

  const latest = useRef<RowActions<Row>>(undefined as never);
  latest.current = { focus: setActive, toggle, open: (row) => onOpen?.(row) };
  const actions = useMemo<RowActions<Row>>(
    () => ({
      focus: (index) => latest.current.focus(index),
      toggle: (index, isRange) => latest.current.toggle(index, isRange),
      open: (row) => latest.current.open(row),
    }),
    [],
  );

  if (count === 0 && empty !== undefined) return <>{empty}</>;
  const tabbable = active >= (first ?? 0) && active <= (last ?? 0) ? active : first;
  return (
    <div class="data-table" ref={scroller} onKeyDown={onKeyDown}>
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-multiselectable={isSelectable || undefined}
        class={`data-grid${columns[0]?.isPinned ? ' data-grid-pinned' : ''}${isSelectable ? ' data-grid-ticks' : ''}`}
        style={{ height: `${shown.heightPx}px`, '--tracks': tracks }}
      >
        {head}
        {shown.rows.map(({ index, start }) => (
          <TableRow
            key={index % places.current}
            index={index}
            startPx={start}
            row={rowAt(index)}
            columns={columns}
            isSelected={selection?.has(index)}
            isTabbable={index === tabbable}
            opens={onOpen !== undefined}
            actions={actions}
          />
        ))}
      </div>
      <span class="only-read" role="status">
        {isSelectable && selection.count > 0 ? t('common.selected', { count: selection.count }) : ''}
      </span>
    </div>
  );
}

function measureRowHeight(): number {
  return REM_ROW * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** Creates a selection by row index from the selection by row keys. Returns undefined if rows cannot be selected. */
function createKeySelection<Row>({
  selected,
  onSelect,
  onSelectAll,
  rowAt,
  keyOf,
}: DataTableProps<Row>): TableSelection | undefined {
  if (selected === undefined || onSelect === undefined) return undefined;
  const keyAt = (index: number): string | undefined => {
    const row = rowAt(index);
    return row === undefined ? undefined : keyOf(row);
  };
  return {
    count: selected.size,
    has: (index) => selected.has(keyAt(index) ?? ''),
    set(from, to, isOn) {
      const next = new Set(selected);
      for (let at = from; at <= to; at += 1) {
        const key = keyAt(at);
        if (key !== undefined) next[isOn ? 'add' : 'delete'](key);
      }
      onSelect(next);
    },
    ...(onSelectAll !== undefined && { setAll: onSelectAll }),
  };
}
