// Table of audit entries, loaded page by page. Opening a row shows all details of the entry.
import { t } from '../../language/t.ts';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { DataTable, type TableColumn } from '../../parts/table/data-table.tsx';
import type { PagedRows } from '../../service/paged-rows.ts';
import { AuditSubject, AuditUser, OutcomeBadge } from './cells.tsx';
import type { AuditRow } from './merged-log.ts';

export interface AuditTableProps {
  readonly rows: PagedRows<AuditRow>;
  /** Whether to add a column that names the service of each entry. */
  readonly ofBoth: boolean;
  readonly onOpen: (row: AuditRow) => void;
}

export function AuditTable({ rows, ofBoth, onOpen }: AuditTableProps) {
  return (
    <DataTable
      label={t('audit.title')}
      columns={columnsOf(ofBoth, onOpen)}
      count={rows.known}
      rowAt={(index) => rows.rowAt(index)}
      keyOf={({ service, id }) => `${service} ${id}`}
      onWindow={(first, last) => rows.show(first, last)}
      onOpen={onOpen}
      empty={<EmptyState title={t('audit.none')}>{t('audit.noneWhy')}</EmptyState>}
    />
  );
}

function columnsOf(ofBoth: boolean, onOpen: (row: AuditRow) => void): TableColumn<AuditRow>[] {
  const service: TableColumn<AuditRow> = {
    key: 'service',
    head: t('audit.service'),
    width: '7rem',
    cell: (row) => t(`audit.service.${row.service}`),
  };
  return [
    { key: 'at', head: t('audit.at'), width: '14.5rem', cell: ({ at }) => <Time at={at} /> },
    { key: 'user', head: t('audit.user'), width: '6.5rem', cell: (row) => <AuditUser row={row} /> },
    {
      key: 'operation',
      head: t('audit.operation'),
      width: '11.5rem',
      cell: (row) => (
        <button type="button" class="audit-open audit-cut mono" onClick={() => onOpen(row)}>
          {row.operation}
        </button>
      ),
    },
    {
      key: 'subject',
      head: t('audit.subject'),
      width: 'minmax(10rem, 1fr)',
      cell: (row) => <AuditSubject row={row} />,
    },
    { key: 'outcome', head: t('audit.outcome'), width: '8rem', cell: (row) => <OutcomeBadge row={row} /> },
    { key: 'client', head: t('audit.client'), width: '8rem', cell: ({ client }) => <bdi>{client}</bdi> },
    ...(ofBoth ? [service] : []),
  ];
}
