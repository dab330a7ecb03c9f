// A dialog with a form. Enter in a field submits the form; Cancel and Escape close the dialog.
import type { ComponentChildren } from 'preact';
import { t } from '../../language/t.ts';
import type { useAction } from '../../service/use-action.ts';
import { Button } from '../basic/button.tsx';
import { Dialog } from './dialog.tsx';
import { ProblemMessage } from './problem.tsx';

export interface FormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly kind?: 'primary' | 'danger';
  /** True while the form is incomplete. The submit button is then disabled. */
  readonly disabled?: boolean;
  /** Request that submitting the form sends. The dialog shows its progress and its error. */
  readonly action: ReturnType<typeof useAction>;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function FormDialog(props: FormDialogProps) {
  const {
    title,
    submitLabel,
    kind = 'primary',
    disabled = false,
    action,
    onSubmit,
    onClose,
    children,
  } = props;
  function submit(event: Event): void {
    event.preventDefault();
    if (!disabled && !action.isBusy) onSubmit();
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" onSubmit={submit} noValidate>
        {children}
        {action.problem !== undefined && <ProblemMessage of={action.problem} />}
        <div class="dialog-actions">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind={kind} type="submit" disabled={disabled} busy={action.isBusy}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
