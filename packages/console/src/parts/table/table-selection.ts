// What is ticked in a table, by the keys of its rows.
import type { DataTableProps, TableSelection } from './table.ts';

/** Undefined where nothing can be ticked. */
export function selectionOfKeys<Row>({
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
