// Open deletion request with its artifacts. The requester can withdraw it; other users can approve or reject it.
import type { Deletion } from '@holdfast/api-types';
import { useSignal } from '@preact/signals';
import { t } from '../../language/t.ts';
import { AuName } from '../../parts/au/au-name.tsx';
import { Button } from '../../parts/basic/button.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { FormDialog } from '../../parts/feedback/form-dialog.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { repository } from '../../service/clients.ts';
import { session } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { ArtifactLinks } from './artifact-links.tsx';

interface DeletionRequestProps {
  readonly request: Deletion;
  readonly onDecided: () => void;
}

type Decision = 'approve' | 'reject';

export function DeletionRequest({ request, onDecided }: DeletionRequestProps) {
  const { number, namespace, auid, kind, by, requested, reason, count } = request;
  const asked = useSignal<Decision | undefined>(undefined);
  const withdrawing = useAction();
  const isOwn = session.value?.name === by;
  const ask = (what: Decision | undefined) => () => {
    asked.value = what;
  };
  const withdraw = () =>
    withdrawing.run(async () => {
      await repository.withdrawDeletion({ number });
      showToast(t('keeping.deletions.withdrawn', { number }), { kind: 'good' });
      onDecided();
    });
  return (
    <li class="card stack">
      <p>
        <strong>{t('keeping.deletions.request', { number })}</strong> · {t(`keeping.deletions.kind.${kind}`)}{' '}
        · {t('keeping.artifactCount', { count })}
      </p>
      <p class="breaks">{reason ?? t('keeping.deletions.noReason')}</p>
      <p class="small muted breaks">
        {t('keeping.eventBy', { name: by })} · <Time at={requested} /> ·{' '}
        <AuName auid={auid} namespace={namespace} link />
      </p>
      <DeletionArtifacts request={request} />
      {isOwn && <p>{t('keeping.delete.needsApproval')}</p>}
      <div class="row">
        {isOwn ? (
          <Button busy={withdrawing.isBusy} onClick={() => void withdraw()}>
            {t('keeping.deletions.withdraw')}
          </Button>
        ) : (
          <>
            <Button kind="danger" onClick={ask('approve')}>
              {t('keeping.deletions.approve')}
            </Button>
            <Button onClick={ask('reject')}>{t('keeping.deletions.reject')}</Button>
          </>
        )}
      </div>
      {withdrawing.problem !== undefined && <ProblemMessage of={withdrawing.problem} />}
      {asked.value === 'approve' && (
        <ApproveDialog request={request} onClose={ask(undefined)} onDecided={onDecided} />
      )}
      {asked.value === 'reject' && (
        <RejectDialog request={request} onClose={ask(undefined)} onDecided={onDecided} />
      )}
    </li>
  );
}

/** Lists the first artifacts. A button loads all of them. */
function DeletionArtifacts({ request }: { request: Deletion }) {
  const all = useSignal<Deletion | undefined>(undefined);
  const loading = useAction();
  const { namespace, count, artifacts } = all.value ?? request;
  const load = () =>
    loading.run(async () => {
      all.value = await repository.getDeletion({ number: request.number });
    });
  return (
    <>
      <ArtifactLinks artifacts={artifacts} namespace={namespace} />
      {artifacts.length < count && (
        <div>
          <Button kind="quiet" busy={loading.isBusy} onClick={() => void load()}>
            {t('keeping.deletions.showAll', { count })}
          </Button>
        </div>
      )}
      {loading.problem !== undefined && <ProblemMessage of={loading.problem} />}
    </>
  );
}

interface DecisionDialogProps extends DeletionRequestProps {
  readonly onClose: () => void;
}

function ApproveDialog({ request, onClose, onDecided }: DecisionDialogProps) {
  const { number, kind, count } = request;
  const approving = useAction();
  const approve = () =>
    approving.run(async () => {
      const { undoable } = await repository.approveDeletion({ number });
      const approved = t('keeping.deletions.approved', { number });
      const text = undoable ? `${approved} ${t('keeping.undoWhat', { count })}` : approved;
      showToast(text, { kind: 'good' });
      onClose();
      onDecided();
    });
  return (
    <FormDialog
      title={t('keeping.deletions.approveTitle', { number })}
      submitLabel={t('keeping.deletions.approve')}
      kind="danger"
      action={approving}
      onSubmit={() => void approve()}
      onClose={onClose}
    >
      <p>
        {t(kind === 'purge' ? 'keeping.deletions.approvePurgeWhat' : 'keeping.deletions.approveWhat', {
          count,
        })}
      </p>
      <DeletionArtifacts request={request} />
      {kind === 'purge' && (
        <p>
          <code class="mono breaks">--request {number}</code>
        </p>
      )}
    </FormDialog>
  );
}

function RejectDialog({ request: { number }, onClose, onDecided }: DecisionDialogProps) {
  const reason = useSignal('');
  const rejecting = useAction();
  const reject = () =>
    rejecting.run(async () => {
      await repository.rejectDeletion({ number, body: { reason: reason.value.trim() } });
      showToast(t('keeping.deletions.rejected', { number }), { kind: 'good' });
      onClose();
      onDecided();
    });
  return (
    <FormDialog
      title={t('keeping.deletions.rejectTitle', { number })}
      submitLabel={t('keeping.deletions.reject')}
      disabled={reason.value.trim() === ''}
      action={rejecting}
      onSubmit={() => void reject()}
      onClose={onClose}
    >
      <ReasonField reason={reason} />
    </FormDialog>
  );
}
