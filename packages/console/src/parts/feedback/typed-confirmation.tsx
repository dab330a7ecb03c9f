// Dialog in which the user confirms an irreversible action by typing a word.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { translateRich } from '../../language/t.ts';
import { useAction } from '../../service/use-action.ts';
import { Field } from '../form/field.tsx';
import { FormDialog } from './form-dialog.tsx';

export interface TypedConfirmationProps {
  readonly title: string;
  /** Word to type: the name of the object to be removed, or the number of objects. */
  readonly word: string;
  readonly confirmLabel: string;
  /** Action to confirm. The dialog closes when the promise resolves, and shows the error if the promise rejects. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  /** Description of the consequences of the action. */
  readonly children: ComponentChildren;
}

export function TypedConfirmation(props: TypedConfirmationProps) {
  const { title, word, confirmLabel, onConfirm, onClose, children } = props;
  const typed = useSignal('');
  const confirming = useAction();
  const isMeant = typed.value.trim() === word;

  const confirm = () =>
    confirming.run(async () => {
      await onConfirm();
      onClose();
    });

  return (
    <FormDialog
      title={title}
      submitLabel={confirmLabel}
      kind="danger"
      disabled={!isMeant}
      action={confirming}
      onSubmit={() => void confirm()}
      onClose={onClose}
    >
      <div>{children}</div>
      <Field
        label={
          <span>{translateRich('common.typeToConfirm', { word: <strong class="mono">{word}</strong> })}</span>
        }
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
    </FormDialog>
  );
}
