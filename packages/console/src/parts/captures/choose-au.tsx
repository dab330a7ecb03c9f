// Dialog in which the user chooses an AU with content in a namespace, from a list or by its AUID.
import { useSignal } from '@preact/signals';
import { t } from '../../language/t.ts';
import { repository } from '../../service/clients.ts';
import { usePagedRows } from '../../service/use-paged-rows.ts';
import { AuName } from '../au/au-name.tsx';
import { Button } from '../basic/button.tsx';
import { EmptyState } from '../basic/empty.tsx';
import { Dialog } from '../feedback/dialog.tsx';
import { ProblemMessage } from '../feedback/problem.tsx';
import { Field } from '../form/field.tsx';
import { DataTable, type TableColumn } from '../table/data-table.tsx';

interface ChooseAuProps {
  readonly namespace: string;
  readonly onChoose: (auid: string) => void;
  readonly onClose: () => void;
}

const PAGE = 1_000;

export function AuChooser({ namespace, onChoose, onClose }: ChooseAuProps) {
  const typed = useSignal('');
  const choose = (auid: string) => {
    onClose();
    onChoose(auid);
  };
  return (
    <Dialog title={t('content.chooseAu')} onClose={onClose} wide>
      <form
        class="named-au"
        onSubmit={(event: Event) => {
          event.preventDefault();
          const auid = typed.value.trim();
          if (auid !== '') choose(auid);
        }}
      >
        <Field label={t('content.auid')}>
          <input
            spellcheck={false}
            autocomplete="off"
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value;
            }}
          />
        </Field>
        <Button type="submit" disabled={typed.value.trim() === ''}>
          {t('content.open')}
        </Button>
      </form>
      <AuList namespace={namespace} onChoose={choose} />
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
      key: 'auid',
      head: t('content.au'),
      width: '1fr',
      cell: (auid) => (
        <span class="url-line">
          <AuName auid={auid} />
        </span>
      ),
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
