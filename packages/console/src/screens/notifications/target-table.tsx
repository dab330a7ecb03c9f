// Shows the targets of notifications, and lets the user test, change, disable and remove them.
import { useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import { TypedConfirmation } from '../../parts/feedback/typed-confirmation.tsx';
import { useAction } from '../../service/use-action.ts';
import type { TargetOfServices } from './merge-targets.ts';
import { TargetDialog, WebhookSecretDialog } from './target-dialog.tsx';
import { enableTarget, removeTarget, rotateSecret, testTarget } from './targets.ts';

interface TargetTableProps {
  readonly targets: readonly TargetOfServices[];
  readonly onChanged: () => void;
}

export function TargetTable({ targets, onChanged }: TargetTableProps) {
  const [edited, edit] = useState<TargetOfServices | 'new' | undefined>(undefined);
  const [removed, remove] = useState<TargetOfServices | undefined>(undefined);
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
        <p class="muted">{t('notifications.none')}</p>
      ) : (
        <ScrollRegion label={t('notifications.targets')}>
          <table class="notifications-list">
            <thead>
              <tr>
                <th scope="col">{t('notifications.target')}</th>
                <th scope="col">{t('notifications.kinds')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {targets.map((target) => (
                <Row
                  key={`${target.type} ${target.address}`}
                  target={target}
                  onChange={() => edit(target)}
                  onRemove={() => remove(target)}
                  onSecret={setSecret}
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
      {removed !== undefined && (
        <TypedConfirmation
          title={t('notifications.removeTitle', { name: removed.address })}
          word={removed.address}
          confirmLabel={t('notifications.remove')}
          onConfirm={async () => {
            await removeTarget(removed);
            showToast(t('notifications.wasRemoved', { name: removed.address }), { kind: 'good' });
            onChanged();
          }}
          onClose={() => remove(undefined)}
        >
          <p>{t('notifications.removeWhy')}</p>
        </TypedConfirmation>
      )}
    </section>
  );
}

interface RowProps {
  readonly target: TargetOfServices;
  readonly onChange: () => void;
  readonly onRemove: () => void;
  readonly onSecret: (secret: string | undefined) => void;
  readonly onChanged: () => void;
}

function Row({ target, onChange, onRemove, onSecret, onChanged }: RowProps) {
  const work = useAction();
  const { address, type, places } = target;
  const isEnabled = places.some((place) => place.target.enabled);
  const whyOff = places.find((place) => place.target.whyOff !== undefined)?.target.whyOff;
  const { kinds } = places[0]!.target;
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
          {t(`notifications.type.${type}`)}
          {whyOff !== undefined && ` · ${whyOff}`}
        </span>
        {work.problem !== undefined && <ProblemMessage of={work.problem} />}
      </th>
      <td>
        {[
          ...kinds.map((kind) => t(`notifications.kind.${kind}`)),
          ...(isWeekly ? [t('notifications.weekly')] : []),
        ].join(', ')}
      </td>
      <td>
        <div class="row notifications-actions">
          <Button busy={work.isBusy} onClick={() => void work.run(test)}>
            {t('notifications.test')}
          </Button>
          <Button onClick={onChange}>{t('notifications.edit')}</Button>
          {type === 'webhook' && (
            <Button onClick={() => void work.run(async () => onSecret(await rotateSecret(target)))}>
              {t('notifications.rotate')}
            </Button>
          )}
          <Button onClick={() => void work.run(() => change(() => enableTarget(target, !isEnabled)))}>
            {t(isEnabled ? 'notifications.disable' : 'notifications.enable')}
          </Button>
          <Button onClick={onRemove}>{t('notifications.remove')}</Button>
        </div>
      </td>
    </tr>
  );
}
