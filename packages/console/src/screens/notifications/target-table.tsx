// Shows the targets of notifications, and lets the user test, change, disable and remove them.
import { useState } from 'preact/hooks';
import { LANGUAGES } from '../../language/languages.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { FormDialog } from '../../parts/feedback/form-dialog.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import { useAction } from '../../service/use-action.ts';
import { KindList } from './kind-choice.tsx';
import type { MergedTarget } from './merge-targets.ts';
import { TargetDialog, WebhookSecretDialog } from './target-dialog.tsx';
import { enableTarget, removeTarget, rotateSecret, testTarget } from './targets.ts';

interface TargetTableProps {
  readonly targets: readonly MergedTarget[];
  readonly onChanged: () => void;
}

export function TargetTable({ targets, onChanged }: TargetTableProps) {
  const [edited, edit] = useState<MergedTarget | 'new' | undefined>(undefined);
  const [removed, remove] = useState<MergedTarget | undefined>(undefined);
  const [rotated, rotate] = useState<MergedTarget | undefined>(undefined);
  const [secret, setSecret] = useState<string | undefined>(undefined);
  return (
    <section class="card stack">
      <div class="row row-between">
        <h2>{t('notifications.targets')}</h2>
        <Button kind="primary" onClick={() => edit('new')}>
          {t('notifications.add')}
        </Button>
      </div>
      {targets.length === 0 ? (
        <EmptyState title={t('notifications.none')}>{t('notifications.noneWhy')}</EmptyState>
      ) : (
        <ScrollRegion label={t('notifications.targets')}>
          <table class="stacked">
            <thead>
              <tr>
                <th scope="col">{t('notifications.target')}</th>
                <th scope="col">{t('notifications.kinds')}</th>
                <th scope="col">
                  <span class="only-read">{t('notifications.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {targets.map((target) => (
                <Row
                  key={`${target.type} ${target.address}`}
                  target={target}
                  onChange={() => edit(target)}
                  onRemove={() => remove(target)}
                  onRotate={() => rotate(target)}
                  onChanged={onChanged}
                />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {edited !== undefined && (
        <TargetDialog
          target={edited === 'new' ? undefined : edited}
          onClose={() => edit(undefined)}
          onDone={(made) => {
            edit(undefined);
            setSecret(made);
            onChanged();
          }}
        />
      )}
      {secret !== undefined && <WebhookSecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
      {rotated !== undefined && (
        <RotateDialog
          target={rotated}
          onDone={(made) => {
            rotate(undefined);
            setSecret(made);
          }}
          onClose={() => rotate(undefined)}
        />
      )}
      {removed !== undefined && (
        <RemoveDialog target={removed} onDone={onChanged} onClose={() => remove(undefined)} />
      )}
    </section>
  );
}

interface RowProps {
  readonly target: MergedTarget;
  readonly onChange: () => void;
  readonly onRemove: () => void;
  readonly onRotate: () => void;
  readonly onChanged: () => void;
}

function Row({ target, onChange, onRemove, onRotate, onChanged }: RowProps) {
  const work = useAction();
  const { address, type, places } = target;
  const isEnabled = places.some((place) => place.target.enabled);
  const whyOff = places.find((place) => place.target.whyOff !== undefined)?.target.whyOff;
  const { kinds, language } = places[0]!.target;
  const isWeekly = places.some((place) => place.target.weekly);
  const test = async () => {
    const failures = await testTarget(target);
    if (failures.length === 0) showToast(t('notifications.tested.sent', { name: address }), { kind: 'good' });
    else showToast(t('notifications.tested.failed', { name: address, why: failures[0]! }), { kind: 'bad' });
  };
  const change = async (action: () => Promise<unknown>) => {
    await action();
    onChanged();
  };
  return (
    <tr>
      <th scope="row" class="notifications-address">
        {address} {!isEnabled && <span class="badge badge-warning">{t('notifications.off')}</span>}
        <br />
        <span class="small muted">
          {t(`notifications.type.${type}`)} · {LANGUAGES[language]}
          {whyOff !== undefined && ` · ${whyOff}`}
        </span>
        {work.problem !== undefined && <ProblemMessage of={work.problem} />}
      </th>
      <td>
        <KindList kinds={kinds} isWeekly={isWeekly} />
      </td>
      <td>
        <fieldset
          class="row notifications-actions"
          aria-label={t('notifications.actionsOf', { name: address })}
        >
          <Button busy={work.isBusy} onClick={() => void work.run(test)}>
            {t('notifications.test')}
          </Button>
          <Button onClick={onChange}>{t('notifications.edit')}</Button>
          {type === 'webhook' && <Button onClick={onRotate}>{t('notifications.rotate')}</Button>}
          <Button onClick={() => void work.run(() => change(() => enableTarget(target, !isEnabled)))}>
            {t(isEnabled ? 'notifications.disable' : 'notifications.enable')}
          </Button>
          <Button onClick={onRemove}>{t('notifications.remove')}</Button>
        </fieldset>
      </td>
    </tr>
  );
}

interface RotateDialogProps {
  readonly target: MergedTarget;
  readonly onDone: (secret: string | undefined) => void;
  readonly onClose: () => void;
}

function RotateDialog({ target, onDone, onClose }: RotateDialogProps) {
  const rotating = useAction();
  return (
    <FormDialog
      title={t('notifications.rotateTitle', { name: target.address })}
      submitLabel={t('notifications.rotate')}
      action={rotating}
      onSubmit={() => void rotating.run(async () => onDone(await rotateSecret(target)))}
      onClose={onClose}
    >
      <p>{t('notifications.rotateWhat')}</p>
    </FormDialog>
  );
}

interface RemoveDialogProps {
  readonly target: MergedTarget;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function RemoveDialog({ target, onDone, onClose }: RemoveDialogProps) {
  const removing = useAction();
  const remove = () =>
    removing.run(async () => {
      await removeTarget(target);
      showToast(t('notifications.wasRemoved', { name: target.address }), { kind: 'good' });
      onClose();
      onDone();
    });
  return (
    <FormDialog
      title={t('notifications.removeTitle', { name: target.address })}
      submitLabel={t('notifications.remove')}
      kind="danger"
      action={removing}
      onSubmit={() => void remove()}
      onClose={onClose}
    >
      <p>{t('notifications.removeWhy')}</p>
    </FormDialog>
  );
}
