// Table of the files in this import, with their destinations.

import { hasImportedContent } from '../../imports/import-progress.ts';
import type { QueuedFile } from '../../imports/import-queue.ts';
import { importQueue } from '../../imports/imports.ts';
import { importView } from '../../imports/view.ts';
import { formatCount, formatShare } from '../../language/format.ts';
import { makePrintable, shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { Bytes } from '../../parts/basic/bytes.tsx';
import { DataTable, type TableColumn } from '../../parts/table/data-table.tsx';
import { ImportAuCell } from './au-cell.tsx';

export function ImportFileTable() {
  // Subscribes to the version, because rows are mutated in place and do not trigger rendering.
  void importView.value.version;
  return (
    <DataTable
      label={t('import.files')}
      columns={createColumns()}
      count={importQueue.files.length}
      rowAt={(index) => importQueue.files[index]}
      keyOf={({ path, options: { namespace, auid } }) => JSON.stringify([namespace, auid, path])}
    />
  );
}

const createColumns = (): TableColumn<QueuedFile>[] => [
  {
    key: 'file',
    head: t('import.file'),
    width: 'minmax(8rem, 1.5fr)',
    cell: ({ path }) => (
      <bdi class="url-line" title={shortenMiddle(path, 1_000)}>
        {shortenMiddle(path, 200)}
      </bdi>
    ),
  },
  {
    key: 'au',
    head: t('content.au'),
    width: 'minmax(9rem, 2fr)',
    cell: ({ options: { namespace, auid }, state, counts }) => (
      <ImportAuCell
        auid={auid}
        namespace={namespace}
        isLink={hasImportedContent({ counts, inAlready: state === 'inAlready' ? 1 : 0 })}
      />
    ),
  },
  {
    key: 'size',
    head: t('import.size'),
    width: '6.5rem',
    align: 'end',
    cell: ({ sizeBytes }) => <Bytes of={sizeBytes} />,
  },
  { key: 'state', head: t('import.stateHead'), width: 'minmax(9rem, 1fr)', cell: ImportFileState },
  {
    key: 'stored',
    head: t('import.outcome.OK'),
    width: '5.5rem',
    align: 'end',
    cell: ({ counts }) => formatCount(counts.OK),
  },
  {
    key: 'there',
    head: t('import.outcome.DUPLICATE'),
    width: '6.5rem',
    align: 'end',
    cell: ({ counts }) => formatCount(counts.DUPLICATE),
  },
  {
    key: 'failed',
    head: t('import.outcome.ERROR'),
    width: '5.5rem',
    align: 'end',
    cell: ({ counts }) => formatCount(counts.ERROR),
  },
];

function ImportFileState({ state, sentBytes, sizeBytes, trouble }: QueuedFile) {
  const share = sizeBytes === 0 ? 1 : sentBytes / sizeBytes;
  const isBad = state === 'brokenOff' || state === 'refused' || state === 'unreadable';
  const words =
    state === 'sending'
      ? `${t('import.state.sending')} ${formatShare(share, 0)}`
      : t(`import.state.${state}`);
  return (
    <span class={isBad ? 'text-bad' : ''} title={trouble === undefined ? undefined : makePrintable(trouble)}>
      {words}
      {trouble !== undefined && ` – ${shortenMiddle(trouble, 160)}`}
    </span>
  );
}
