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

/** What is ticked, by the places of rows: those that are not here can be ticked like those that are. */
export interface TableSelection {
  readonly count: number;
  has(index: number): boolean;
  /** Ticks or unticks rows, both ends included. */
  set(from: number, to: number, isOn: boolean): void;
  /** Ticks or unticks all there are, drawn or not; absent: that is not offered. */
  setAll?(isOn: boolean): void;
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
  /** In place of these, where not every row that can be ticked is here. */
  readonly selection?: TableSelection | undefined;
  readonly onOpen?: (row: Row) => void;
  /** Stands where there are no rows. */
  readonly empty?: ComponentChildren;
}
