// Table of past imports by all users on all replicas: user, time, destination, and result.
import { useSignal } from '@preact/signals';
import { formatCount } from '../../language/format.ts';
import { makePrintable, shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Bytes } from '../../parts/basic/bytes.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { DataTable, type TableColumn } from '../../parts/table/data-table.tsx';
import { repository } from '../../service/clients.ts';
import { usePagedRows } from '../../service/use-paged-rows.ts';
import { ImportAuCell } from './au-cell.tsx';
import { classifyPastImport, type PastImport } from './past-import.ts';

const PAGE = 200;

export function ImportHistory() {
  const round = useSignal(0);
  const rows = usePagedRows<PastImport>(
    async (continuationToken, signal) => {
      const { imports, pageInfo } = await repository.getImports(
        { limit: PAGE, continuationToken },
        { signal },
      );
      return { rows: imports, token: pageInfo.continuationToken };
    },
    [round.value],
  );
  if (rows.problem !== undefined) return <ProblemMessage of={rows.problem} again={() => rows.again()} />;
  return (
    <div class="stack">
      <div class="row">
        <Button
          kind="quiet"
          onClick={() => {
            round.value += 1;
          }}
        >
          {t('import.refresh')}
        </Button>
        <CopyAsCurl service="repository" operation="getImports" input={{ limit: PAGE }} />
      </div>
      <DataTable
        label={t('import.history')}
        columns={createColumns()}
        count={rows.isWhole ? rows.known : rows.known + 5}
        rowAt={(index) => rows.rowAt(index)}
        keyOf={({ id }) => id}
        onWindow={(first, last) => rows.show(first, last)}
        empty={<EmptyState title={t('import.noHistory')} />}
      />
    </div>
  );
}

const createColumns = (): TableColumn<PastImport>[] => [
  { key: 'when', head: t('import.when'), width: '13rem', cell: ({ started }) => <Time at={started} /> },
  {
    key: 'who',
    head: t('import.who'),
    width: '6rem',
    cell: ({ user }) => <bdi class="cut">{shortenMiddle(user ?? '–', 100)}</bdi>,
  },
  {
    key: 'file',
    head: t('import.file'),
    width: 'minmax(8rem, 1.5fr)',
    cell: ({ fileName }) => <bdi class="url-line">{shortenMiddle(fileName ?? '–', 200)}</bdi>,
  },
  {
    key: 'au',
    head: t('content.au'),
    width: 'minmax(8rem, 1.5fr)',
    cell: ({ auid, namespace }) => <ImportAuCell auid={auid} namespace={namespace} isLink />,
  },
  {
    key: 'size',
    head: t('import.size'),
    width: '5.5rem',
    align: 'end',
    cell: ({ uploadBytes }) => <Bytes of={uploadBytes} />,
  },
  {
    key: 'stored',
    head: t('import.outcome.OK'),
    width: '5.5rem',
    align: 'end',
    cell: ({ counts }) => formatCount(counts.OK),
  },
  {
    key: 'failed',
    head: t('import.outcome.ERROR'),
    width: '5.5rem',
    align: 'end',
    cell: ({ counts }) => formatCount(counts.ERROR),
  },
  {
    key: 'outcome',
    head: t('import.outcomeHead'),
    width: '10rem',
    cell: (one) => (
      <span title={one.failure === undefined ? undefined : makePrintable(one.failure)}>
        {t(`import.past.${classifyPastImport(one)}`)}
      </span>
    ),
  },
];
