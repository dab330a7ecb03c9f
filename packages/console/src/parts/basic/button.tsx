// Something to press. While it is busy it says so and cannot be pressed again.
import type { ComponentChildren, Ref } from 'preact';

export interface ButtonProps {
  /** `primary`: the one thing to do here; `danger`: what cannot be undone; `quiet`: without a frame. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** Why it is there, for whoever points at it. */
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
      onClick={busy ? stop : rest.onClick}
    />
  );
}

/** It keeps the focus, which it would lose if it were disabled. */
function stop(event: Event): void {
  event.preventDefault();
}
