// Table of the imported records by status.

import type { ImportOutcome } from '@holdfast/api-types';
import { useSignal } from '@preact/signals';
import { importQueue } from '../../imports/imports.ts';
import type { StatusLine } from '../../imports/status-lines.ts';
import { MAX_STATUS_LINES } from '../../imports/status-lines.ts';
import { importView } from '../../imports/view.ts';
import { formatCount } from '../../language/format.ts';
import { makePrintable, shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { formatArtifactHref } from '../../parts/captures/scope.ts';
import { UrlLine } from '../../parts/captures/url-text.tsx';
import { DataTable, type TableColumn } from '../../parts/table/data-table.tsx';
import { ImportAuCell } from './au-cell.tsx';

const STATUSES: readonly ImportOutcome[] = ['OK', 'DUPLICATE', 'EXCLUDED', 'ERROR'];

export function RecordTable() {
  const status = useSignal<ImportOutcome | undefined>(undefined);
  const { counts } = importView.value;
  const shown = status.value ?? (counts.ERROR > 0 ? 'ERROR' : 'OK');
  const lines = importQueue.lines.of(shown);
  return (
    <div class="stack">
      <fieldset class="row" aria-label={t('import.byStatus')}>
        {STATUSES.map((each) => (
          <Button
            key={each}
            kind="quiet"
            pressed={each === shown}
            onClick={() => {
              status.value = each;
            }}
          >
            {t(`import.outcome.${each}`)} <span class="number">{formatCount(counts[each])}</span>
          </Button>
        ))}
      </fieldset>
      {counts[shown] > lines.length && (
        <p class="small muted">
          {t(shown === 'ERROR' ? 'import.firstLines' : 'import.lastLines', {
            shown: MAX_STATUS_LINES,
            count: counts[shown],
          })}
        </p>
      )}
      <DataTable
        label={t('import.records')}
        columns={createColumns()}
        count={lines.length}
        rowAt={(index) => lines[index]}
        keyOf={({ namespace, auid, file, offset }) => JSON.stringify([namespace, auid, file, offset])}
        empty={<EmptyState title={t('import.noRecords')} />}
      />
    </div>
  );
}

const createColumns = (): TableColumn<StatusLine>[] => [
  {
    key: 'url',
    head: t('content.url'),
    width: 'minmax(14rem, 2fr)',
    cell: ({ url, artifactUuid, namespace }) =>
      artifactUuid === undefined ? (
        <UrlLine url={url ?? '–'} />
      ) : (
        <a class="url-line" href={formatArtifactHref(artifactUuid, namespace)}>
          <UrlLine url={url ?? artifactUuid} />
        </a>
      ),
  },
  {
    key: 'message',
    head: t('import.message'),
    width: 'minmax(10rem, 1.5fr)',
    cell: ({ message }) => (
      <span title={message === undefined ? undefined : makePrintable(message)}>
        {shortenMiddle(message ?? '', 300)}
      </span>
    ),
  },
  {
    key: 'file',
    head: t('import.file'),
    width: 'minmax(8rem, 1fr)',
    cell: ({ file }) => <bdi class="url-line">{shortenMiddle(file, 200)}</bdi>,
  },
  {
    key: 'au',
    head: t('content.au'),
    width: 'minmax(9rem, 1fr)',
    cell: ({ auid, namespace }) => <ImportAuCell auid={auid} namespace={namespace} isLink={false} />,
  },
  {
    key: 'offset',
    head: t('import.offset'),
    width: '7rem',
    align: 'end',
    cell: ({ offset }) => formatCount(offset),
  },
];
