// Types of a table: columns, rows and actions.
import type { ComponentChildren } from 'preact';

export interface TableColumn<Row> {
  readonly key: string;
  readonly head: ComponentChildren;
  readonly cell: (row: Row) => ComponentChildren;
  /** Track size of a CSS grid: `minmax(12rem, 2fr)`, `7rem`. */
  readonly width: string;
  readonly sortable?: boolean;
  /** `end` for numbers. */
  readonly align?: 'start' | 'end';
}

export interface TableSort {
  /** Key of a column. */
  readonly key: string;
  readonly descending: boolean;
}

/** Selection by row index, so that rows that are not loaded can also be selected. */
export interface TableSelection {
  readonly count: number;
  has(index: number): boolean;
  /** Selects or deselects rows `from`-`to`, inclusive. */
  set(from: number, to: number, isOn: boolean): void;
  /** Selects or deselects all rows, including those not loaded. Undefined if the table does not offer this. */
  setAll?(isOn: boolean): void;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly count: number;
  /** Returns undefined if the row is not loaded yet. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
  /** Reports the rendered rows, inclusive. */
  readonly onWindow?: (first: number, last: number) => void;
  readonly sort?: TableSort | undefined;
  readonly onSort?: (sort: TableSort) => void;
  /** Keys of the selected rows. If undefined, rows have no checkboxes unless `selection` is set. */
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (keys: ReadonlySet<string>) => void;
  /** Selects or deselects all rows, including those not loaded. */
  readonly onSelectAll?: (all: boolean) => void;
  /** Replaces `selected`, `onSelect` and `onSelectAll` in tables that load only part of their rows. */
  readonly selection?: TableSelection | undefined;
  readonly onOpen?: (row: Row) => void;
  /** Shown if the table has no rows. */
  readonly empty?: ComponentChildren;
}
