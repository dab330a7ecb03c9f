// Button that saves the filtered audit log of the shown services as one CSV file.
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Icon } from '../../parts/basic/icon.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import type { RowPage } from '../../service/paged-rows.ts';
import { useAction } from '../../service/use-action.ts';
import { loadAuditCsv, MAX_CSV_ENTRIES } from './audit-csv.ts';
import { describeAction } from './describe-action.ts';
import type { AuditRow } from './merged-log.ts';

interface CsvButtonProps {
  /** Loads a page of the merged log. */
  readonly load: (
    token: string | undefined,
    limit: number,
    signal: AbortSignal,
  ) => Promise<RowPage<AuditRow>>;
}

/** Maximum number of entries in a response of the services. */
const LIMIT = 1_000;

export function CsvButton({ load }: CsvButtonProps) {
  const saving = useAction();
  const unwanted = useRef(new AbortController());
  useEffect(() => () => unwanted.current.abort(), []);
  const save = () =>
    saving.run(async () => {
      const { signal } = unwanted.current;
      const { text, isCut } = await loadAuditCsv((token) => load(token, LIMIT, signal), describeAction);
      const href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
      Object.assign(document.createElement('a'), { href, download: 'audit.csv' }).click();
      setTimeout(() => URL.revokeObjectURL(href), 0);
      if (isCut) showToast(t('audit.csvCut', { count: MAX_CSV_ENTRIES }));
    });
  return (
    <>
      <Button busy={saving.isBusy} onClick={() => void save()}>
        <Icon name="download" /> CSV
      </Button>
      {saving.problem !== undefined && <ProblemMessage of={saving.problem} />}
    </>
  );
}
