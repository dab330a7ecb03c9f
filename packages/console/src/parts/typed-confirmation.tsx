// Asks before what cannot be undone: whoever means it types a word.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { rich, t } from '../language/t.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Problem } from './problem.tsx';

export interface TypedConfirmationProps {
  readonly title: string;
  /** To be typed as it stands: the name of what will be gone, or how many there are. */
  readonly word: string;
  readonly confirmLabel: string;
  /** It is closed when this resolves; what it rejects with is shown. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  /** What will happen. */
  readonly children: ComponentChildren;
}

export function TypedConfirmation(props: TypedConfirmationProps) {
  const { title, word, confirmLabel, onConfirm, onClose, children } = props;
  const typed = useSignal('');
  const isBusy = useSignal(false);
  const problem = useSignal<unknown>(undefined);
  const isMeant = typed.value.trim() === word;

  async function confirm(event: Event): Promise<void> {
    event.preventDefault();
    if (!isMeant || isBusy.value) return;
    isBusy.value = true;
    problem.value = undefined;
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      problem.value = error;
    } finally {
      isBusy.value = false;
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" onSubmit={confirm}>
        <div>{children}</div>
        <Field
          label={<span>{rich('common.typeToConfirm', { word: <strong class="mono">{word}</strong> })}</span>}
        >
          <input
            autocomplete="off"
            spellcheck={false}
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value;
            }}
          />
        </Field>
        {problem.value !== undefined && <Problem of={problem.value} />}
        <div class="dialog-actions">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" type="submit" disabled={!isMeant} busy={isBusy.value}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
