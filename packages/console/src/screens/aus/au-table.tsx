// Table of the AUs that a query selects. Loads only the visible rows.
import { useMemo } from 'preact/hooks';
import { language, t } from '../../language/t.ts';
import { DataTable, type TableColumn, type TableSort } from '../../parts/table/data-table.tsx';
import { formatPath, navigate } from '../../routing/location.ts';
import { AuCell, DELETED_AU_ROW } from './cell.tsx';
import type { AuColumn } from './columns.ts';
import {
  type AuRowSelection,
  changeAuSelection,
  countSelectedAus,
  EMPTY_SELECTION,
  FULL_SELECTION,
  isAuSelected,
} from './selection.ts';
import type { AuListing, AuRow, AuRows } from './use-listing.ts';

export interface AuTableProps {
  readonly listing: AuListing;
  readonly rows: AuRows;
  readonly columns: readonly AuColumn[];
  /** Sort order: the ORDER BY clause without its keywords. */
  readonly order: string;
  readonly onOrder: (order: string) => void;
  /** Selected AUs. Undefined if rows cannot be selected. */
  readonly selection: AuRowSelection | undefined;
  readonly onSelection: (selection: AuRowSelection) => void;
}

export function AuTable(props: AuTableProps) {
  const { listing, rows, columns, order, onOrder, selection, onSelection } = props;
  const { numbers, length } = listing;
  // Memoized, so that rows render again only when the columns change, not when more rows arrive.
  const shown = useMemo(() => columns.map(createColumn), [columns, language.value]);
  return (
    <DataTable<AuRow>
      label={t('aus.title')}
      columns={shown}
      count={length}
      rowAt={(index) => findRow(rows, index)}
      keyOf={({ auId }) => auId}
      onWindow={(first, last) => rows.window.look(first, last)}
      sort={parseSortOrder(order)}
      onSort={({ key, descending }) => onOrder(descending ? `${key} desc` : key)}
      onOpen={({ auId }) => {
        if (auId !== DELETED_AU_ROW.auId) navigate(formatPath('/aus/:auid', { auid: auId }));
      }}
      {...(selection !== undefined && {
        selection: {
          count: countSelectedAus(selection, length),
          has: (index: number) => isAuSelected(selection, numbers.at(index)!),
          set: (from: number, to: number, isOn: boolean) =>
            onSelection(changeAuSelection(selection, numbers.slice(from, to + 1), isOn)),
          setAll: (isOn: boolean) => onSelection(isOn ? FULL_SELECTION : EMPTY_SELECTION),
        },
      })}
    />
  );
}

/** Returns a row. Returns a placeholder if the AU was removed after the query. */
function findRow({ window }: AuRows, index: number): AuRow | undefined {
  const row = window.at(index);
  return row === null ? DELETED_AU_ROW : row;
}

const ENDS = new Set(['count', 'bytes', 'share']);

function createColumn(column: AuColumn, at: number): TableColumn<AuRow> {
  const { name, kind, width, isFromRepository = false } = column;
  const isPinned = name === 'name' && at === 0;
  const track = `minmax(${width / 16}rem, ${width}fr)`;
  return {
    key: name,
    head: t(`aus.column.${name}`),
    cell: (row) => <AuCell row={row} column={column} />,
    width: isPinned ? `var(--pinned-track, ${track})` : track,
    isPinned,
    sortable: !isFromRepository,
    align: ENDS.has(kind) ? 'end' : 'start',
  };
}

/** Parses a sort order. Returns undefined if the order is not a single column. */
function parseSortOrder(order: string): TableSort | undefined {
  const [, key, direction] = /^(\w+)(?:\s+(asc|desc))?$/i.exec(order) ?? [];
  return key === undefined ? undefined : { key, descending: direction?.toLowerCase() === 'desc' };
}
