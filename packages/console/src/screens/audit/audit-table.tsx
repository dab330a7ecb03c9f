// Table of audit entries, loaded page by page. Opening a row shows all details of the entry, or the folded entries.
import { t } from '../../language/t.ts';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { DataTable, type TableColumn } from '../../parts/table/data-table.tsx';
import type { PagedRows } from '../../service/paged-rows.ts';
import { AuditSubject, AuditUser, OutcomeBadge } from './cells.tsx';
import { describeAction } from './describe-action.ts';
import { type AuditTableRow, isRequestFold } from './fold.ts';

export interface AuditTableProps {
  readonly rows: PagedRows<AuditTableRow>;
  /** Whether to add a column that names the service of each entry. */
  readonly ofBoth: boolean;
  readonly onOpen: (line: AuditTableRow) => void;
}

export function AuditTable({ rows, ofBoth, onOpen }: AuditTableProps) {
  return (
    <DataTable
      label={t('audit.title')}
      columns={columnsOf(ofBoth, onOpen)}
      count={rows.known}
      rowAt={(index) => rows.rowAt(index)}
      keyOf={([{ service, id }]) => `${service} ${id}`}
      onWindow={(first, last) => rows.show(first, last)}
      onOpen={onOpen}
      empty={<EmptyState title={t('audit.none')}>{t('audit.noneWhy')}</EmptyState>}
    />
  );
}

function columnsOf(ofBoth: boolean, onOpen: (line: AuditTableRow) => void): TableColumn<AuditTableRow>[] {
  const service: TableColumn<AuditTableRow> = {
    key: 'service',
    head: t('audit.service'),
    width: '7rem',
    cell: ([row]) => t(`audit.service.${row.service}`),
  };
  return [
    { key: 'at', head: t('audit.at'), width: '13rem', cell: ([{ at }]) => <Time at={at} /> },
    { key: 'user', head: t('audit.user'), width: '6rem', cell: ([row]) => <AuditUser row={row} /> },
    {
      key: 'operation',
      head: t('audit.action'),
      width: 'minmax(12.5rem, 1.4fr)',
      cell: (line) => (
        <button
          type="button"
          class="audit-open audit-cut"
          title={`${describeLine(line)} (${line[0].operation})`}
          onClick={() => onOpen(line)}
        >
          {describeLine(line)}
        </button>
      ),
    },
    {
      key: 'subject',
      head: t('audit.subject'),
      width: 'minmax(8.5rem, 1fr)',
      cell: (line) => (line.length === 1 ? <AuditSubject row={line[0]} /> : null),
    },
    {
      key: 'outcome',
      head: t('audit.outcome'),
      width: '9.5rem',
      cell: ([row]) => <OutcomeBadge row={row} />,
    },
    { key: 'client', head: t('audit.client'), width: '7.5rem', cell: ([{ client }]) => <bdi>{client}</bdi> },
    ...(ofBoth ? [service] : []),
  ];
}

/** Describes the entry or the folded entries of a row. */
function describeLine(line: AuditTableRow): string {
  const count = line.length;
  if (count === 1) return describeAction(line[0]);
  if (isRequestFold(line)) return t('audit.foldedAus', { action: describeAction(line[0]), count });
  return t('audit.foldedRoutine', { count });
}
