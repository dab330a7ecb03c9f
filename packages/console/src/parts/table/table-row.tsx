// One row of a table, placed at its position in the visible range.
import { Component } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../language/t.ts';
import type { TableColumn } from './table.ts';
import { SelectionCheckbox } from './table-head.tsx';

export interface TableRowProps<Row> {
  readonly index: number;
  readonly startPx: number;
  /** Data of the row. Undefined while the row is loading. */
  readonly row: Row | undefined;
  readonly columns: readonly TableColumn<Row>[];
  /** Undefined if the row cannot be selected. */
  readonly isSelected: boolean | undefined;
  readonly isTabbable: boolean;
  readonly opens: boolean;
  readonly actions: RowActions<Row>;
}

/** Actions on rows. Must be the same object for the lifetime of the table. */
export interface RowActions<Row> {
  focus(index: number): void;
  toggle(index: number, isRange: boolean): void;
  open(row: Row): void;
}

/** Renders a row only if its props have changed. While scrolling, the table renders in every frame. */
export class TableRow<Row> extends Component<TableRowProps<Row>> {
  override shouldComponentUpdate(next: TableRowProps<Row>): boolean {
    return (Object.keys(next) as (keyof TableRowProps<Row>)[]).some((key) => next[key] !== this.props[key]);
  }

  override render() {
    return <DrawnRow {...this.props} />;
  }
}

function DrawnRow<Row>(props: TableRowProps<Row>) {
  const { index, startPx, row, columns, isSelected, isTabbable, opens, actions } = props;
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(index);
  // Removes the focus when the element is reused for a different row.
  useLayoutEffect(() => {
    const focused = document.activeElement as HTMLElement | null;
    if (before.current !== index && element.current?.contains(focused)) focused?.blur();
    before.current = index;
  }, [index]);
  return (
    <div
      ref={element}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      class={`table-row${isSelected ? ' row-selected' : ''}${opens ? ' row-opens' : ''}`}
      style={{ transform: `translateY(${startPx}px)` }}
      tabIndex={isTabbable ? 0 : -1}
      onFocus={() => actions.focus(index)}
      onClick={(event) => {
        const isOwn = (event.target as Element).closest('a, button, input') === null;
        if (isOwn && row !== undefined && getSelection()?.isCollapsed !== false) actions.open(row);
      }}
    >
      {isSelected !== undefined && (
        <div role="gridcell" class="table-cell cell-tick">
          {row !== undefined && (
            <SelectionCheckbox
              label={t('common.select')}
              isOn={isSelected}
              onToggle={(isRange) => actions.toggle(index, isRange)}
            />
          )}
        </div>
      )}
      {columns.map(({ key, cell, align = 'start', isPinned = false }) => (
        <div key={key} role="gridcell" class={`table-cell align-${align}${isPinned ? ' cell-pinned' : ''}`}>
          {row === undefined ? <span class="cell-blank" /> : cell(row)}
        </div>
      ))}
    </div>
  );
}
