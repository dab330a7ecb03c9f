// Lists the entries of a folded row. Choosing an entry shows its details.
import { t } from '../../language/t.ts';
import { Time } from '../../parts/basic/time.tsx';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { AuditSubject, OutcomeBadge } from './cells.tsx';
import { describeAction } from './describe-action.ts';
import type { AuditTableRow } from './fold.ts';
import type { AuditRow } from './merged-log.ts';

interface FoldedDialogProps {
  readonly line: AuditTableRow;
  readonly onOpen: (row: AuditRow) => void;
  readonly onClose: () => void;
}

export function FoldedEntriesDialog({ line, onOpen, onClose }: FoldedDialogProps) {
  const isOfBoth = line.some(({ service }) => service !== line[0].service);
  return (
    <Dialog title={t('audit.foldedTitle', { count: line.length })} onClose={onClose} wide>
      <ul class="audit-folded">
        {line.map((row) => (
          <li key={`${row.service} ${row.id}`}>
            <Time at={row.at} />
            <button type="button" class="audit-open" onClick={() => onOpen(row)}>
              {describeAction(row)}
            </button>
            <AuditSubject row={row} />
            <OutcomeBadge row={row} />
            {isOfBoth && <span class="muted">{t(`audit.service.${row.service}`)}</span>}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
