// Shows all details of an audit entry, and a link to all entries of the same request.
import { makePrintable } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { AuditSubject, AuditUser, formatAuditSubject, OutcomeBadge } from './cells.tsx';
import { describeAction } from './describe-action.ts';
import type { AuditRow } from './merged-log.ts';

export interface EntryDialogProps {
  readonly row: AuditRow;
  /** Called to show all entries of a request. */
  readonly onRequest: (requestId: string) => void;
  readonly onClose: () => void;
}

export function AuditEntryDialog({ row, onRequest, onClose }: EntryDialogProps) {
  const { service, event, operation, method, status, client, requestId, nameHash } = row;
  const actions = requestId !== '' && (
    <Button onClick={() => onRequest(requestId)}>{t('audit.wholeRequest')}</Button>
  );
  return (
    <Dialog title={describeAction(row)} onClose={onClose} actions={actions} wide>
      <dl class="audit-entry">
        <dt>{t('audit.at')}</dt>
        <dd>
          <Time at={row.at} />
        </dd>
        <dt>{t('audit.service')}</dt>
        <dd>{t(`audit.service.${service}`)}</dd>
        <dt>{t('audit.operation')}</dt>
        <dd>
          <code class="mono">{operation}</code>
        </dd>
        <dt>{t('audit.event')}</dt>
        <dd>{t(`audit.event.${event}`)}</dd>
        <dt>{t('audit.user')}</dt>
        <dd>
          <AuditUser row={row} />
        </dd>
        <dt>{t('audit.outcome')}</dt>
        <dd>
          <OutcomeBadge row={row} /> <span class="muted">{[method, status].filter(Boolean).join(' · ')}</span>
        </dd>
        <dt>{t('audit.client')}</dt>
        <dd>
          <bdi>{client || '–'}</bdi>
        </dd>
        <dt>{t('audit.subject')}</dt>
        <dd class="breaks">
          <AuditSubject row={row} />
          {row.artifact !== undefined && <p class="small mono">{row.artifact}</p>}
          {row.auid !== undefined && <p class="small">{makePrintable(row.auid)}</p>}
          {row.subject !== undefined && <p class="small muted">{formatAuditSubject(row.subject)}</p>}
        </dd>
        <dt>{t('audit.request')}</dt>
        <dd class="mono small breaks">{requestId || '–'}</dd>
        {nameHash !== undefined && (
          <>
            <dt>{t('audit.nameHash')}</dt>
            <dd class="mono small">{nameHash}</dd>
          </>
        )}
      </dl>
      {requestId !== '' && <CopyAsCurl service={service} operation="getAudit" input={{ requestId }} />}
    </Dialog>
  );
}
