// Asks before what cannot be undone: whoever means it types a word.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { rich, t } from '../../language/t.ts';
import { useAction } from '../../service/use-action.ts';
import { Button } from '../basic/button.tsx';
import { Field } from '../form/field.tsx';
import { Dialog } from './dialog.tsx';
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
  const confirming = useAction();
  const isMeant = typed.value.trim() === word;

  function confirm(event: Event): void {
    event.preventDefault();
    if (isMeant)
      void confirming.run(async () => {
        await onConfirm();
        onClose();
      });
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
        {confirming.problem !== undefined && <Problem of={confirming.problem} />}
        <div class="dialog-actions">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" type="submit" disabled={!isMeant} busy={confirming.isBusy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
