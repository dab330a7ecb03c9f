// Shows the holds of an artifact or an AU, and lets content administrators place, change and lift them.
import { useSignal } from '@preact/signals';
import { t } from '../language/t.ts';
import { canCall, repository } from '../service/clients.ts';
import { useAction } from '../service/use-action.ts';
import { useResponse } from '../service/use-response.ts';
import { Button } from './basic/button.tsx';
import { FormDialog } from './feedback/form-dialog.tsx';
import { ProblemMessage } from './feedback/problem.tsx';
import { showToast } from './feedback/toasts.tsx';
import { HoldEndField, toEndOfDay } from './hold-end-field.tsx';
import { HoldLine } from './hold-line.tsx';
import { ReasonField } from './reason-field.tsx';

export interface HoldSubject {
  /** UUID of the artifact. Undefined for a whole AU. */
  readonly uuid?: string;
  readonly auid: string;
  /** Namespaces in which the AU or the artifact is stored. */
  readonly namespaces: readonly string[];
}

const MOST = 100;

/** Shows the holds. Renders nothing if there are no holds and the user may not place one. */
export function Holds({ subject }: { subject: HoldSubject }) {
  const { uuid, auid } = subject;
  const isShown = canCall('repository', 'getHolds');
  const { value, problem, again } = useResponse(
    async (signal) => {
      if (!isShown) return [];
      const filter = uuid === undefined ? { auid } : { uuid };
      return (await repository.getHolds({ ...filter, limit: MOST }, { signal })).holds;
    },
    [uuid, auid, isShown],
  );
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  const canPlace = canCall('repository', 'placeHold') && subject.namespaces.length > 0;
  if (value === undefined || (value.length === 0 && !canPlace)) return null;
  return (
    <section class="card stack" aria-label={t('keeping.hold.title')}>
      <div class="row">
        <h2>{t('keeping.hold.title')}</h2>
        {value.some(({ active }) => active) && (
          <span class="badge badge-warning">{t('keeping.hold.badge')}</span>
        )}
      </div>
      {value.length === 0 && <p class="muted">{t('keeping.hold.none')}</p>}
      {value.length > 0 && (
        <ul class="stack">
          {value.map((hold) => (
            <HoldLine key={hold.hold} hold={hold} onChange={again} />
          ))}
        </ul>
      )}
      {canPlace && <PlaceHoldButton subject={subject} onPlaced={again} />}
    </section>
  );
}

function PlaceHoldButton({ subject, onPlaced }: { subject: HoldSubject; onPlaced: () => void }) {
  const isOpen = useSignal(false);
  return (
    <div>
      <Button
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {t(subject.uuid === undefined ? 'keeping.hold.placeAu' : 'keeping.hold.place')}
      </Button>
      {isOpen.value && (
        <PlaceDialog
          subject={subject}
          onClose={() => {
            isOpen.value = false;
          }}
          onPlaced={onPlaced}
        />
      )}
    </div>
  );
}

interface PlaceDialogProps {
  readonly subject: HoldSubject;
  readonly onClose: () => void;
  readonly onPlaced: () => void;
}

function PlaceDialog({ subject: { uuid, auid, namespaces }, onClose, onPlaced }: PlaceDialogProps) {
  const reason = useSignal('');
  const day = useSignal('');
  const placing = useAction();
  const place = () =>
    placing.run(async () => {
      const until = toEndOfDay(day.value);
      const what = uuid === undefined ? { auid } : { uuid };
      const body = { ...what, reason: reason.value.trim(), ...(until !== undefined && { until }) };
      for (const namespace of namespaces) await repository.placeHold({ namespace, body });
      showToast(t('keeping.hold.placed'), { kind: 'good' });
      onClose();
      onPlaced();
    });
  return (
    <FormDialog
      title={t(uuid === undefined ? 'keeping.hold.placeAu' : 'keeping.hold.place')}
      submitLabel={t('keeping.hold.confirm')}
      disabled={reason.value.trim() === ''}
      action={placing}
      onSubmit={() => void place()}
      onClose={onClose}
    >
      <p>{t(uuid === undefined ? 'keeping.hold.whatAu' : 'keeping.hold.what')}</p>
      <ReasonField reason={reason} />
      <HoldEndField day={day} />
    </FormDialog>
  );
}
