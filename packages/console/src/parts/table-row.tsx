// One row of a table, where its window has it.
import { t } from '../language/t.ts';
import type { Column } from './table.ts';
import { Tick } from './table-head.tsx';

export interface TableRowProps<Row> {
  readonly index: number;
  readonly startPx: number;
  /** Undefined: it is still to come. */
  readonly row: Row | undefined;
  readonly columns: readonly Column<Row>[];
  /** Undefined: it cannot be ticked. */
  readonly isSelected: boolean | undefined;
  readonly isTabbable: boolean;
  readonly onFocus: () => void;
  readonly onToggle: (isRange: boolean) => void;
  readonly onOpen: ((row: Row) => void) | undefined;
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { index, startPx, row, columns, isSelected, isTabbable, onFocus, onToggle, onOpen } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      class={`table-row${isSelected ? ' row-selected' : ''}${onOpen === undefined ? '' : ' row-opens'}`}
      style={{ transform: `translateY(${startPx}px)` }}
      tabIndex={isTabbable ? 0 : -1}
      onFocus={onFocus}
      onClick={(event) => {
        const isOwn = (event.target as Element).closest('a, button, input') === null;
        if (isOwn && row !== undefined && getSelection()?.isCollapsed !== false) onOpen?.(row);
      }}
    >
      {isSelected !== undefined && (
        <div role="gridcell" class="table-cell cell-tick">
          {row !== undefined && <Tick label={t('common.select')} isOn={isSelected} onToggle={onToggle} />}
        </div>
      )}
      {columns.map(({ key, cell, align = 'start' }) => (
        <div key={key} role="gridcell" class={`table-cell align-${align}`}>
          {row === undefined ? <span class="cell-blank" /> : cell(row)}
        </div>
      ))}
    </div>
  );
}
