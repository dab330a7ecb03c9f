// Types of tables: columns, rows and actions.
import type { ComponentChildren } from 'preact';

export interface TableColumn<Row> {
  readonly key: string;
  readonly head: ComponentChildren;
  readonly cell: (row: Row) => ComponentChildren;
  /** Track size in a CSS grid, such as `minmax(12rem, 2fr)` or `7rem`. */
  readonly width: string;
  readonly sortable?: boolean;
  /** Whether the column stays in view when the table is scrolled sideways. Only the first columns can be pinned. */
  readonly isPinned?: boolean;
  /** Alignment of the cells. Columns with numbers use `end`. */
  readonly align?: 'start' | 'end';
}

export interface TableSort {
  /** Key of a column. */
  readonly key: string;
  readonly descending: boolean;
}

/** Selection by row index, so that rows can be selected before they are loaded. */
export interface TableSelection {
  readonly count: number;
  has(index: number): boolean;
  /** Selects or deselects the rows `from`-`to`, inclusive. */
  set(from: number, to: number, isOn: boolean): void;
  /** Selects or deselects all rows, even if they are not loaded. Undefined if the table has no such control. */
  setAll?(isOn: boolean): void;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly count: number;
  /** Returns a row, or undefined if the row is not loaded yet. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
  /** Called with the first and the last rendered row. */
  readonly onWindow?: (first: number, last: number) => void;
  readonly sort?: TableSort | undefined;
  readonly onSort?: (sort: TableSort) => void;
  /** Keys of the selected rows. If both this and `selection` are undefined, rows have no checkboxes. */
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (keys: ReadonlySet<string>) => void;
  /** Selects or deselects all rows, even if they are not loaded. */
  readonly onSelectAll?: (all: boolean) => void;
  /** Selection for tables that load only some of their rows. Replaces `selected`, `onSelect` and `onSelectAll`. */
  readonly selection?: TableSelection | undefined;
  readonly onOpen?: (row: Row) => void;
  /** Content that is displayed if the table has no rows. */
  readonly empty?: ComponentChildren;
}
