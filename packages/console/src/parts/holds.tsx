// Shows the holds of an artifact or an AU, and lets content administrators place and lift them.
import type { Hold } from '@holdfast/api-types';
import { useSignal } from '@preact/signals';
import { t } from '../language/t.ts';
import { canCall, repository } from '../service/clients.ts';
import { useAction } from '../service/use-action.ts';
import { useResponse } from '../service/use-response.ts';
import { Button } from './basic/button.tsx';
import { Time } from './basic/time.tsx';
import { Dialog } from './feedback/dialog.tsx';
import { ProblemMessage } from './feedback/problem.tsx';
import { showToast } from './feedback/toasts.tsx';
import { Field } from './form/field.tsx';

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
            <Line key={hold.hold} hold={hold} onLifted={again} />
          ))}
        </ul>
      )}
      {canPlace && <Place subject={subject} onPlaced={again} />}
    </section>
  );
}

function Line({ hold, onLifted }: { hold: Hold; onLifted: () => void }) {
  const lifting = useAction();
  const lift = () =>
    lifting.run(async () => {
      await repository.liftHold({ hold: hold.hold });
      showToast(t('keeping.hold.lifted'), { kind: 'good' });
      onLifted();
    });
  return (
    <li class="stack">
      <p>
        <strong>{t(hold.uuid === undefined ? 'keeping.hold.ofAu' : 'keeping.hold.ofArtifact')}</strong>{' '}
        <span class="breaks">{hold.reason}</span>
      </p>
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
      {hold.uuid !== undefined && <code class="small muted breaks">{hold.uuid}</code>}
      {canCall('repository', 'liftHold') && (
        <div>
          <Button busy={lifting.isBusy} onClick={() => void lift()}>
            {t('keeping.hold.lift')}
          </Button>
        </div>
      )}
      {lifting.problem !== undefined && <ProblemMessage of={lifting.problem} />}
    </li>
  );
}

function Place({ subject, onPlaced }: { subject: HoldSubject; onPlaced: () => void }) {
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

type Typed = { readonly currentTarget: HTMLInputElement };

function PlaceDialog({ subject: { uuid, auid, namespaces }, onClose, onPlaced }: PlaceDialogProps) {
  const reason = useSignal('');
  const day = useSignal('');
  const placing = useAction();
  const place = () =>
    placing.run(async () => {
      // The hold lasts until the end of the selected day.
      const until = day.value === '' ? undefined : new Date(`${day.value}T23:59:59`).getTime();
      const what = uuid === undefined ? { auid } : { uuid };
      const body = { ...what, reason: reason.value.trim(), ...(until !== undefined && { until }) };
      for (const namespace of namespaces) await repository.placeHold({ namespace, body });
      showToast(t('keeping.hold.placed'), { kind: 'good' });
      onClose();
      onPlaced();
    });
  return (
    <Dialog
      title={t(uuid === undefined ? 'keeping.hold.placeAu' : 'keeping.hold.place')}
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          busy={placing.isBusy}
          disabled={reason.value.trim() === ''}
          onClick={() => void place()}
        >
          {t('keeping.hold.confirm')}
        </Button>
      }
    >
      <p>{t(uuid === undefined ? 'keeping.hold.whatAu' : 'keeping.hold.what')}</p>
      <Field label={t('keeping.hold.reason')}>
        <input
          value={reason.value}
          maxLength={2_000}
          onInput={({ currentTarget }: Typed) => {
            reason.value = currentTarget.value;
          }}
        />
      </Field>
      <Field label={t('keeping.hold.lastDay')} hint={t('keeping.hold.lastDayHint')}>
        <input
          type="date"
          value={day.value}
          onInput={({ currentTarget }: Typed) => {
            day.value = currentTarget.value;
          }}
        />
      </Field>
      {placing.problem !== undefined && <ProblemMessage of={placing.problem} />}
    </Dialog>
  );
}
