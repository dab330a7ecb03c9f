// Column headers, which sort the table when clicked.
import { t } from '../../language/t.ts';
import { Icon } from '../basic/icon.tsx';
import type { DataTableProps, TableColumn, TableSort } from './table.ts';

type TableHeadProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'sort' | 'onSort' | 'selection' | 'count'>;

export function TableHead<Row>({ columns, sort, onSort, selection, count }: TableHeadProps<Row>) {
  const ticked = selection?.count ?? 0;
  return (
    <div role="row" aria-rowindex={1} class="table-row table-head" tabIndex={-1}>
      {selection !== undefined && (
        <div role="columnheader" class="table-cell cell-tick">
          {selection.setAll === undefined ? (
            <span class="only-read">{t('common.select')}</span>
          ) : (
            <SelectionCheckbox
              label={t('common.selectAll')}
              isOn={ticked > 0 && ticked >= count}
              isPartly={ticked > 0 && ticked < count}
              onToggle={() => selection.setAll?.(ticked < count)}
            />
          )}
        </div>
      )}
      {columns.map((column) => (
        <Head key={column.key} column={column} sort={sort} onSort={onSort} />
      ))}
    </div>
  );
}

interface HeadProps<Row> {
  readonly column: TableColumn<Row>;
  readonly sort: TableSort | undefined;
  readonly onSort: ((sort: TableSort) => void) | undefined;
}

function Head<Row>({
  column: { key, head, sortable = false, align = 'start', isPinned = false },
  sort,
  onSort,
}: HeadProps<Row>) {
  const isSorted = sort?.key === key;
  const order = sort?.descending ? 'descending' : 'ascending';
  return (
    <div
      role="columnheader"
      class={`table-cell align-${align}${isPinned ? ' cell-pinned' : ''}`}
      aria-sort={isSorted ? order : undefined}
      title={typeof head === 'string' ? head : undefined}
    >
      {sortable && onSort !== undefined ? (
        <button
          type="button"
          class="head-button"
          onClick={() => onSort({ key, descending: isSorted && !sort.descending })}
        >
          {head}
          {isSorted && <Icon name={sort.descending ? 'down' : 'up'} />}
        </button>
      ) : (
        head
      )}
    </div>
  );
}

interface TickProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isPartly?: boolean;
  readonly onToggle: (isRange: boolean) => void;
}

export function SelectionCheckbox({ label, isOn, isPartly = false, onToggle }: TickProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isOn}
      indeterminate={isPartly}
      onClick={(event) => {
        event.stopPropagation();
        onToggle(event.shiftKey);
      }}
    />
  );
}
