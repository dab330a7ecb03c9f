// What a table is told: its columns, its rows and what may be done with them. Types only.
import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly key: string;
  readonly head: ComponentChildren;
  readonly cell: (row: Row) => ComponentChildren;
  /** A track of a CSS grid: `minmax(12rem, 2fr)`, `7rem`. */
  readonly width: string;
  readonly sortable?: boolean;
  /** `end`: numbers. */
  readonly align?: 'start' | 'end';
}

export interface Sort {
  /** Key of a column. */
  readonly key: string;
  readonly descending: boolean;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  /** Undefined: not there yet. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
  /** Which rows are drawn, the last one included. */
  readonly onWindow?: (first: number, last: number) => void;
  readonly sort?: Sort | undefined;
  readonly onSort?: (sort: Sort) => void;
  /** Keys of rows; with it, rows have a box to tick. */
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (keys: ReadonlySet<string>) => void;
  /** Ticks or unticks all there are, drawn or not. */
  readonly onSelectAll?: (all: boolean) => void;
  readonly onOpen?: (row: Row) => void;
  /** Stands where there are no rows. */
  readonly empty?: ComponentChildren;
}
