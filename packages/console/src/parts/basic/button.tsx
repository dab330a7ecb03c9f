// A button. While its action is running, it is displayed as busy and ignores clicks.
import type { ComponentChildren, Ref } from 'preact';

export interface ButtonProps {
  /** Style of the button. `primary`: main action; `danger`: irreversible action; `quiet`: without a border. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** Text of the tooltip. */
  readonly title?: string;
  readonly pressed?: boolean;
  readonly onClick?: (event: MouseEvent) => void;
  readonly children: ComponentChildren;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

export function Button({
  kind = 'plain',
  type = 'button',
  busy = false,
  disabled = false,
  pressed,
  buttonRef,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      ref={buttonRef ?? null}
      type={type}
      class={`button button-${kind}`}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      aria-pressed={pressed}
      onClick={busy ? ignoreClick : rest.onClick}
    />
  );
}

/** Ignores a click on a busy button. The button is not disabled, because it would lose the focus. */
function ignoreClick(event: Event): void {
  event.preventDefault();
}
