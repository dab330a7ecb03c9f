// Table of audit entries, loaded page by page. Opening a row shows all details of the entry, or the folded entries.
import { t } from '../../language/t.ts';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { DataTable, type TableColumn } from '../../parts/table/data-table.tsx';
import type { PagedRows } from '../../service/paged-rows.ts';
import { AuditSubject, AuditUser, OutcomeBadge } from './cells.tsx';
import { describeAction } from './describe-action.ts';
import { type AuditTableRow, findFoldKind } from './fold.ts';
import type { AuditRow } from './merged-log.ts';

export interface AuditTableProps {
  readonly rows: PagedRows<AuditTableRow>;
  /** True to add a column with the service of each entry. */
  readonly ofBoth: boolean;
  readonly onOpen: (line: AuditTableRow) => void;
}

export function AuditTable({ rows, ofBoth, onOpen }: AuditTableProps) {
  return (
    <DataTable
      label={t('audit.title')}
      columns={createColumns(ofBoth, onOpen)}
      count={rows.known}
      rowAt={(index) => rows.rowAt(index)}
      keyOf={([{ service, id }]) => `${service} ${id}`}
      onWindow={(first, last) => rows.show(first, last)}
      onOpen={onOpen}
      empty={<EmptyState title={t('audit.none')}>{t('audit.noneWhy')}</EmptyState>}
    />
  );
}

function createColumns(ofBoth: boolean, onOpen: (line: AuditTableRow) => void): TableColumn<AuditTableRow>[] {
  const service: TableColumn<AuditTableRow> = {
    key: 'service',
    head: t('audit.service'),
    width: '7rem',
    cell: (line) =>
      findFoldKind(line) === 'services' ? t('audit.both') : t(`audit.service.${line[0].service}`),
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
      cell: (line) => <LineSubject line={line} />,
    },
    {
      key: 'outcome',
      head: t('audit.outcome'),
      width: '9.5rem',
      cell: (line) => <LineOutcome line={line} />,
    },
    { key: 'client', head: t('audit.client'), width: '7.5rem', cell: ([{ client }]) => <bdi>{client}</bdi> },
    ...(ofBoth ? [service] : []),
  ];
}

/** Describes the entry or the folded entries of a row. */
function describeLine(line: AuditTableRow): string {
  const count = line.length;
  const kind = findFoldKind(line);
  if (kind === 'routine') return t('audit.foldedRoutine', { count });
  const action = describeAction(line[0]);
  return kind === 'aus' ? t('audit.foldedAus', { action, count }) : action;
}

function LineSubject({ line }: { line: AuditTableRow }) {
  const [row, part] = line;
  const kind = findFoldKind(line);
  if (kind === 'routine' || kind === 'aus') return null;
  // For a request about one AU, shows this AU instead of the number of AUs.
  return <AuditSubject row={kind === 'request' && line.length === 2 ? part! : row} />;
}

function LineOutcome({ line }: { line: AuditTableRow }) {
  const isFailed = ({ outcome }: AuditRow) => outcome === 'error';
  const [row, ...parts] = line;
  const failed = findFoldKind(line) === 'request' && !isFailed(row) ? parts.filter(isFailed).length : 0;
  return failed === 0 || parts.length === 1 ? (
    <OutcomeBadge row={failed === 0 ? row : parts[0]!} />
  ) : (
    <span class="badge badge-warning">{t('audit.failedOf', { failed, count: parts.length })}</span>
  );
}
