// Shows one hold, and lets content administrators change and lift it.
import type { Hold } from '@holdfast/api-types';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../language/t.ts';
import { canCall, repository } from '../service/clients.ts';
import { useAction } from '../service/use-action.ts';
import { Button } from './basic/button.tsx';
import { Time } from './basic/time.tsx';
import { FormDialog } from './feedback/form-dialog.tsx';
import { ProblemMessage } from './feedback/problem.tsx';
import { showToast } from './feedback/toasts.tsx';
import { HoldEndField, toEndOfDay } from './hold-end-field.tsx';
import { ReasonField } from './reason-field.tsx';

interface HoldLineProps {
  readonly hold: Hold;
  /** Called after the hold was changed or lifted. */
  readonly onChange: () => void;
  /** The held AU or artifact. If undefined, the line shows only the UUID of a held artifact. */
  readonly children?: ComponentChildren;
}

export function HoldLine({ hold, onChange, children }: HoldLineProps) {
  const lifting = useAction();
  const isEdited = useSignal(false);
  const lift = () =>
    lifting.run(async () => {
      await repository.liftHold({ hold: hold.hold });
      showToast(t('keeping.hold.lifted'), { kind: 'good' });
      onChange();
    });
  return (
    <li class="stack">
      <p>
        <strong>{t(hold.uuid === undefined ? 'keeping.hold.ofAu' : 'keeping.hold.ofArtifact')}</strong>{' '}
        <span class="breaks">{hold.reason}</span>
      </p>
      {children}
      <p class="small muted">
        {t('keeping.eventBy', { name: hold.by })} · <Time at={hold.since} /> ·{' '}
        {hold.until === undefined ? (
          t('keeping.hold.untilLifted')
        ) : (
          <>
            {t(hold.active ? 'keeping.hold.until' : 'keeping.hold.ended')} <Time at={hold.until} />
          </>
        )}
      </p>
      {children === undefined && hold.uuid !== undefined && (
        <code class="small muted breaks">{hold.uuid}</code>
      )}
      {canCall('repository', 'changeHold') && (
        <div class="row">
          <Button
            onClick={() => {
              isEdited.value = true;
            }}
          >
            {t('keeping.hold.edit')}
          </Button>
          <Button busy={lifting.isBusy} onClick={() => void lift()}>
            {t('keeping.hold.lift')}
          </Button>
        </div>
      )}
      {lifting.problem !== undefined && <ProblemMessage of={lifting.problem} />}
      {isEdited.value && (
        <EditDialog
          hold={hold}
          onClose={() => {
            isEdited.value = false;
          }}
          onChanged={onChange}
        />
      )}
    </li>
  );
}

interface EditDialogProps {
  readonly hold: Hold;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

function EditDialog({ hold, onClose, onChanged }: EditDialogProps) {
  const reason = useSignal(hold.reason);
  const before = toDay(hold.until);
  const day = useSignal(before);
  const saving = useAction();
  const save = () =>
    saving.run(async () => {
      // Keeps the exact end time if the day is unchanged.
      const until = day.value === before ? undefined : (toEndOfDay(day.value) ?? null);
      const body = { reason: reason.value.trim(), ...(until !== undefined && { until }) };
      await repository.changeHold({ hold: hold.hold, body });
      showToast(t('keeping.hold.changed'), { kind: 'good' });
      onClose();
      onChanged();
    });
  return (
    <FormDialog
      title={t('keeping.hold.editTitle')}
      submitLabel={t('keeping.hold.save')}
      disabled={reason.value.trim() === ''}
      action={saving}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <ReasonField reason={reason} />
      <HoldEndField day={day} />
    </FormDialog>
  );
}

/** Returns the local day of a time, in the format of a date field. */
function toDay(atMs: number | undefined): string {
  if (atMs === undefined) return '';
  const date = new Date(atMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
