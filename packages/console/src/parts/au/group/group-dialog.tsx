// Dialog of a bulk action: confirmation, progress, results per AU, and undo.
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../../../language/format.ts';
import { t } from '../../../language/t.ts';
import { useAction } from '../../../service/use-action.ts';
import { Button } from '../../basic/button.tsx';
import { Dialog } from '../../feedback/dialog.tsx';
import { ProblemMessage } from '../../feedback/problem.tsx';
import { ProgressBar } from '../../feedback/progress.tsx';
import { showToast } from '../../feedback/toasts.tsx';
import { Field } from '../../form/field.tsx';
import { type GroupOutcome, performGroupAction, type UndoAction } from './perform.ts';
import { GroupResults } from './results.tsx';
import type { GroupOperation, GroupProgress } from './run.ts';

export interface GroupDialogProps {
  readonly operation: GroupOperation;
  readonly count: number;
  /** Yields the AUIDs in batches. */
  readonly batches: (signal: AbortSignal) => AsyncIterable<readonly string[]>;
  /** Called after AUs were changed. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** The user must confirm a removal of at least this many AUs by typing the number of AUs. */
const MANY = 20;

export function GroupDialog({ operation, count, batches, onChanged, onClose }: GroupDialogProps) {
  const [progress, setProgress] = useState<GroupProgress | undefined>(undefined);
  const [outcome, setOutcome] = useState<GroupOutcome | undefined>(undefined);
  const [typed, setTyped] = useState('');
  /**
   * Number of AUs when the action started. Stored because `count` becomes 0 when the finished action clears the
   * selection.
   */
  const [asked, setAsked] = useState<number | undefined>(undefined);
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const mustType = operation === 'delete' && count >= MANY;

  async function start(): Promise<void> {
    running.current = new AbortController();
    const { signal } = running.current;
    setAsked(count);
    const done = await performGroupAction(operation, {
      batches: batches(signal),
      count,
      progress: setProgress,
      signal,
    });
    setOutcome(done);
    if (done.progress.succeeded > 0) onChanged();
  }

  const title = t(`aus.group.${operation}.title`, { count: asked ?? count });
  if (progress === undefined)
    return (
      <Dialog
        title={title}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button
              kind={operation === 'delete' ? 'danger' : 'primary'}
              disabled={mustType && typed.trim() !== String(count)}
              onClick={() => void start()}
            >
              {t(`aus.group.${operation}.do`)}
            </Button>
          </>
        }
      >
        <p>{t(`aus.group.${operation}.what`, { count })}</p>
        {mustType && (
          <Field label={t('aus.group.typeCount', { word: String(count) })}>
            <input
              inputMode="numeric"
              autocomplete="off"
              value={typed}
              onInput={(event: { currentTarget: HTMLInputElement }) => setTyped(event.currentTarget.value)}
            />
          </Field>
        )}
      </Dialog>
    );
  return (
    <Dialog
      title={title}
      wide
      onClose={onClose}
      actions={
        outcome === undefined ? (
          <Button onClick={() => running.current?.abort()}>{t('aus.group.stop')}</Button>
        ) : (
          <>
            {outcome.undo !== undefined && (
              <UndoButton undo={outcome.undo} onDone={onChanged} onClose={onClose} />
            )}
            <Button kind="primary" onClick={onClose}>
              {t('common.close')}
            </Button>
          </>
        )
      }
    >
      <div class="stack">
        {outcome === undefined && (
          <ProgressBar
            label={t('aus.group.running')}
            share={progress.done / Math.max(progress.total, 1)}
            text={`${formatCount(progress.done)} / ${formatCount(progress.total)}`}
          />
        )}
        {outcome?.problem !== undefined && <ProblemMessage of={outcome.problem} />}
        {outcome?.isStopped && <p class="muted">{t('aus.group.stopped')}</p>}
        <GroupResults progress={progress} />
      </div>
    </Dialog>
  );
}

interface UndoButtonProps {
  readonly undo: UndoAction;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function UndoButton({ undo, onDone, onClose }: UndoButtonProps) {
  const { isBusy, problem, run } = useAction();
  const takeBack = () =>
    run(async () => {
      const { succeeded, total } = await undo();
      showToast(t('aus.group.undone', { restored: succeeded, count: total }), {
        kind: succeeded === total ? 'good' : 'bad',
      });
      onDone();
      onClose();
    });
  return (
    <>
      {problem !== undefined && <ProblemMessage of={problem} />}
      <Button busy={isBusy} onClick={() => void takeBack()}>
        {t('aus.group.undo')}
      </Button>
    </>
  );
}
