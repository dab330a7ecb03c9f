// A checkbox for a group of things, of which all, some or none are selected.
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface MixedCheckboxProps {
  readonly isChecked: boolean;
  /** Whether some of the group, but not all, are selected. */
  readonly isMixed: boolean;
  /** For a label element. */
  readonly id?: string;
  readonly disabled?: boolean;
  /** Label for screen readers, if there is no label element. */
  readonly label?: string;
  readonly tabIndex?: number;
  readonly onToggle: () => void;
}

export function MixedCheckbox(props: MixedCheckboxProps) {
  const { isChecked, isMixed, id, disabled, label, tabIndex, onToggle } = props;
  const input = useRef<HTMLInputElement>(null);
  // `indeterminate` is no attribute, and a click resets it.
  useLayoutEffect(() => {
    if (input.current !== null) input.current.indeterminate = isMixed;
  });
  return (
    <input
      ref={input}
      id={id}
      type="checkbox"
      checked={isChecked}
      disabled={disabled}
      aria-label={label}
      tabIndex={tabIndex}
      onClick={onToggle}
    />
  );
}
