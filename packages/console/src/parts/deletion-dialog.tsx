// Dialog in which the user states a reason and deletes a capture. If another user must approve deletions, the dialog
// files a request.
import type { Deletion } from '@holdfast/api-types';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../language/t.ts';
import { repository } from '../service/clients.ts';
import { useAction } from '../service/use-action.ts';
import { useResponse } from '../service/use-response.ts';
import { Button } from './basic/button.tsx';
import { LoadingIndicator } from './basic/loading.tsx';
import { Dialog } from './feedback/dialog.tsx';
import { ProblemMessage } from './feedback/problem.tsx';
import { showToast } from './feedback/toasts.tsx';
import { ReasonField } from './reason-field.tsx';

export interface DeletionDialogProps {
  readonly uuid: string;
  readonly namespace: string;
  readonly title: string;
  readonly onClose: () => void;
  /** Called when the capture was deleted. Not called for a request. */
  readonly onDeleted: (deletion: Deletion) => void;
  /** Description of the consequences. */
  readonly children: ComponentChildren;
}

export function DeletionDialog(props: DeletionDialogProps) {
  const { uuid, namespace, title, onClose, onDeleted, children } = props;
  const policy = useResponse((signal) => repository.getDeletions({ limit: 1 }, { signal }), []);
  const reason = useSignal('');
  const deleting = useAction();

  function submit(event: Event): void {
    event.preventDefault();
    if (reason.value.trim() === '' || policy.value === undefined) return;
    void deleting.run(async () => {
      const body = { uuids: [uuid], reason: reason.value.trim() };
      const deletion: Deletion = await repository.requestDeletion({ namespace, body });
      onClose();
      if (deletion.state === 'requested')
        showToast(t('keeping.delete.requested', { number: deletion.number }), { kind: 'news' });
      else onDeleted(deletion);
    });
  }

  if (policy.value === undefined)
    return (
      <Dialog title={title} onClose={onClose}>
        {policy.problem === undefined ? (
          <LoadingIndicator />
        ) : (
          <ProblemMessage of={policy.problem} again={policy.again} />
        )}
      </Dialog>
    );
  const { needsApproval } = policy.value;
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <div>{children}</div>
        {needsApproval && <p>{t('keeping.delete.needsApproval')}</p>}
        <ReasonField reason={reason} hint={t('keeping.delete.reasonHint')} />
        {deleting.problem !== undefined && <ProblemMessage of={deleting.problem} />}
        <div class="dialog-actions">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" type="submit" disabled={reason.value.trim() === ''} busy={deleting.isBusy}>
            {t(needsApproval ? 'keeping.delete.request' : 'keeping.delete.do')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
