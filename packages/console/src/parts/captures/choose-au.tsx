// Dialog in which the user chooses an AU with content in a namespace, from a list or by its AUID.
import { t } from '../../language/t.ts';
import { repository } from '../../service/clients.ts';
import { usePagedRows } from '../../service/use-paged-rows.ts';
import { AuName } from '../au/au-name.tsx';
import { EmptyState } from '../basic/empty.tsx';
import { Dialog } from '../feedback/dialog.tsx';
import { ProblemMessage } from '../feedback/problem.tsx';
import { Combobox } from '../form/combobox.tsx';
import { DataTable, type TableColumn } from '../table/data-table.tsx';
import { MiddleCut } from '../text/middle-cut.tsx';
import { findAusWithContent } from './find-aus.ts';

interface ChooseAuProps {
  readonly namespace: string;
  readonly onChoose: (auid: string) => void;
  readonly onClose: () => void;
}

const PAGE = 1_000;

export function AuChooser({ namespace, onChoose, onClose }: ChooseAuProps) {
  const choose = (auid: string) => {
    onClose();
    onChoose(auid);
  };
  return (
    <Dialog title={t('content.chooseAu')} onClose={onClose} wide>
      <div class="stack combobox-space">
        <Combobox
          label={t('content.findAu')}
          placeholder={t('content.findAuHint')}
          load={(text, signal) => findAusWithContent({ namespace, title: t('content.aus') }, text, signal)}
          onChoose={({ key }) => choose(key)}
          onSubmit={choose}
        />
        <AuList namespace={namespace} onChoose={choose} />
      </div>
    </Dialog>
  );
}

export function AuList({ namespace, onChoose }: { namespace: string; onChoose: (auid: string) => void }) {
  const rows = usePagedRows(
    async (continuationToken, signal) => {
      const { auids, pageInfo } = await repository.getAus(
        { namespace, limit: PAGE, continuationToken },
        { signal },
      );
      return { rows: auids, token: pageInfo.continuationToken };
    },
    [namespace],
  );
  if (rows.problem !== undefined) return <ProblemMessage of={rows.problem} again={() => rows.again()} />;
  const columns: TableColumn<string>[] = [
    {
      key: 'name',
      head: t('content.au'),
      width: 'minmax(10rem, 3fr)',
      cell: (auid) => <AuName auid={auid} />,
    },
    {
      key: 'auid',
      head: t('content.auid'),
      width: 'minmax(10rem, 2fr)',
      cell: (auid) => <MiddleCut text={auid} />,
    },
  ];
  return (
    <DataTable
      label={t('content.aus')}
      columns={columns}
      count={rows.isWhole ? rows.known : rows.known + 10}
      rowAt={(index) => rows.rowAt(index)}
      keyOf={(auid) => auid}
      onWindow={(first, last) => rows.show(first, last)}
      onOpen={onChoose}
      empty={<EmptyState title={t('content.nothing')} />}
    />
  );
}
