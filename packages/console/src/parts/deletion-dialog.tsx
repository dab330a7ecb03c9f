// Dialog in which the user states a reason and deletes a capture. If another user must approve deletions, the dialog
// files a request.
import type { Deletion } from '@holdfast/api-types';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../language/t.ts';
import { repository } from '../service/clients.ts';
import { useAction } from '../service/use-action.ts';
import { useResponse } from '../service/use-response.ts';
import { LoadingIndicator } from './basic/loading.tsx';
import { FormDialog } from './feedback/form-dialog.tsx';
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
  /** Called when a request was filed. */
  readonly onRequested?: () => void;
  /** Description of the consequences. */
  readonly children: ComponentChildren;
}

export function DeletionDialog(props: DeletionDialogProps) {
  const { uuid, namespace, title, onClose, onDeleted, onRequested, children } = props;
  const policy = useResponse((signal) => repository.getDeletions({ limit: 1 }, { signal }), []);
  const reason = useSignal('');
  const deleting = useAction();

  function submit(): void {
    void deleting.run(async () => {
      const body = { uuids: [uuid], reason: reason.value.trim() };
      const deletion: Deletion = await repository.requestDeletion({ namespace, body });
      onClose();
      if (deletion.state === 'requested') {
        showToast(t('keeping.delete.requested', { number: deletion.number }), { kind: 'news' });
        onRequested?.();
      } else onDeleted(deletion);
    });
  }

  const needsApproval = policy.value?.needsApproval === true;
  return (
    <FormDialog
      title={title}
      submitLabel={t(needsApproval ? 'keeping.delete.request' : 'keeping.delete.do')}
      kind="danger"
      disabled={policy.value === undefined || reason.value.trim() === ''}
      action={deleting}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>{children}</div>
      {policy.problem !== undefined && <ProblemMessage of={policy.problem} again={policy.again} />}
      {policy.value === undefined && policy.problem === undefined && <LoadingIndicator />}
      {needsApproval && <p>{t('keeping.delete.needsApproval')}</p>}
      <ReasonField reason={reason} hint={t('keeping.delete.reasonHint')} />
    </FormDialog>
  );
}
