// A modal dialog. It moves the focus to its first field, traps it, closes on Escape, and then restores the previous
// focus.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { IconButton } from '../basic/icon-button.tsx';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Label of the close button. Set it if closing the dialog has an effect that the user should know. */
  readonly closeLabel?: string;
  /** Buttons in the footer. The primary button comes last. */
  readonly actions?: ComponentChildren;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

const FIELD = ['input:not([type=file])', 'select', 'textarea']
  .map((field) => `.dialog-body ${field}:not(:disabled)`)
  .join();

export function Dialog({ title, onClose, closeLabel, actions, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isFieldFocused = useRef(false);

  // Uses layout effects, because they run before the effects of the content, which may move the focus.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const opened = dialog.current;
    opened?.showModal();
    return () => {
      // Closes the dialog first, because elements outside an open modal dialog cannot receive the focus.
      opened?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  // The browser focuses the close button. This effect moves the focus to the first field, which may be rendered later,
  // unless the user has already moved the focus.
  useLayoutEffect(() => {
    const field = dialog.current?.querySelector<HTMLElement>(FIELD);
    if (isFieldFocused.current || !field) return;
    isFieldFocused.current = true;
    const focused = dialog.current?.querySelector('.dialog-body :focus, .dialog-actions :focus');
    if (!focused) field.focus();
  });

  return (
    <dialog
      ref={dialog}
      class={`dialog${wide ? ' dialog-wide' : ''}`}
      aria-labelledby={titleId}
      onCancel={(event: Event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label={closeLabel ?? t('common.close')} onClick={onClose} />
      </header>
      <div class="dialog-body">{children}</div>
      {actions !== undefined && <footer class="dialog-actions">{actions}</footer>}
    </dialog>
  );
}
