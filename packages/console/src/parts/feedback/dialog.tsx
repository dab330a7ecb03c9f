// A modal dialog. It traps the focus, closes on Escape, and then restores the previous focus.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
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

export function Dialog({ title, onClose, closeLabel, actions, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

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
