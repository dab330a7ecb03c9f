// A checkbox for a group of items. It shows whether all, some or none of the items are selected.
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface MixedCheckboxProps {
  readonly isChecked: boolean;
  /** True if some items of the group are selected, but not all. */
  readonly isMixed: boolean;
  /** ID of the checkbox, to which a label element can refer. */
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
  // Sets the property after each rendering. HTML has no attribute for this property, and each click resets it.
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
